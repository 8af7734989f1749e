import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  onChange(value: string): void;
}

/** A filter, highlighted while set. Its label is for screen readers. */
export const FilterSelect = (props: SelectProps) => (
  <Select {...props} className={props.value ? "filter set" : "filter"} />
);

/** A select that always has a value. */
export const Select = ({
  label,
  value,
  options,
  onChange,
  className = "choice",
}: SelectProps & { readonly className?: string }) => (
  <select class={className} aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  onChange(value: string): void;
}

export const FilterText = ({ label, value, placeholder = label, onChange }: TextProps) => (
  <input
    class={value ? "filter set" : "filter"}
    aria-label={label}
    type="search"
    value={value}
    placeholder={placeholder}
    onInput={(event) => onChange(event.currentTarget.value)}
  />
);

/** A day as YYYY-MM-DD, or empty. */
export const FilterDay = ({ label, value, onChange }: Omit<TextProps, "placeholder">) => (
  <label class="filter-day">
    <span>{label}</span>
    <input
      class={value ? "filter set" : "filter"}
      type="date"
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </label>
);

/** A labeled form field with an explanation. */
export function Field({
  label,
  about,
  children,
}: {
  readonly label: string;
  readonly about?: string;
  children(id: string): ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {about && <p class="quiet">{about}</p>}
      {children(id)}
    </div>
  );
}
