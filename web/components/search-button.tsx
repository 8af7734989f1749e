import { isSearchOpen } from "../app/keys.js";

export const SearchButton = () => (
  <button
    type="button"
    class="button"
    onClick={() => {
      isSearchOpen.value = true;
    }}
  >
    Search everything <kbd>Ctrl K</kbd>
  </button>
);
