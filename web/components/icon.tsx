const paths = {
  home: "M3 9.5 10 4l7 5.5M5 8.5V16h10V8.5",
  search: "M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm4.5-1.5L17 17",
  sessions: "M4 5h12M4 10h12M4 15h7",
  knowledge: "M4 4h5a2 2 0 0 1 2 2v10a2 2 0 0 0-2-2H4V4Zm12 0h-3a2 2 0 0 0-2 2m0 10a2 2 0 0 1 2-2h3V4",
  memory: "M10 3a5 5 0 0 0-3 9v2h6v-2a5 5 0 0 0-3-9ZM8 17h4",
  conflict: "M5 4v5a3 3 0 0 0 3 3h7M15 12l-3-3m3 3-3 3M5 4v12",
  map: "M5 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm0 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10-5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7 5.5l6.2 3.6M7 14.5l6.2-3.6",
  projects: "M3 6h5l2 2h7v8H3V6Z",
  receipt: "M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17V3Zm3 4h4m-4 3h4",
  settings: "M4 6h6m4 0h2M4 14h2m4 0h6M12 4v4M8 12v4",
  menu: "M3 6h14M3 10h14M3 14h14",
  close: "M5 5l10 10M15 5 5 15",
  check: "M4 10.5 8 14.5 16 6",
  warning: "M10 3 2.5 16h15L10 3Zm0 5v4m0 2v.2",
  failure: "M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM7 7l6 6m0-6-6 6",
  tool: "M12 3a4 4 0 0 0-3.8 5.3L3 13.5V17h3.5l5.2-5.2A4 4 0 0 0 17 8l-2.5 2L12 8l.5-3L12 3Z",
  person: "M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 7a6 6 0 0 1 12 0",
  agent: "M5 7h10v8H5V7Zm5-4v4M8 10.5v1m4-1v1",
  file: "M5 3h6l4 4v10H5V3Zm6 0v4h4",
  chevron: "M7 5l5 5-5 5",
  external: "M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7",
  trash: "M4 6h12M8 6V4h4v2m-6 0 .7 10h6.6L14 6",
  sun: "M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2v2m0 12v2M2 10h2m12 0h2M4.3 4.3l1.4 1.4m8.6 8.6 1.4 1.4m0-11.4-1.4 1.4m-8.6 8.6-1.4 1.4",
  moon: "M16 12A6.5 6.5 0 0 1 8 4a6.5 6.5 0 1 0 8 8Z",
  system: "M3 4h14v9H3V4Zm5 12h4m-2-3v3",
  branch:
    "M6 5v10M6 9c0 3 8 0 8-4M6 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm8-13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z",
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon, always next to a label. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);

export const Logo = () => (
  <svg class="logo" width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" class="logo-ground" />
    <path d="M5 20c5 0 5-8 11-8s6 8 11 8" class="logo-line" />
    <circle cx="16" cy="12" r="3.4" class="logo-dot" />
  </svg>
);
