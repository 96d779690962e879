// Components that several screens share.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "../look/icons.tsx";
import { t } from "../words/words.ts";

type ButtonProps = Omit<JSX.IntrinsicElements["button"], "icon"> & {
  icon?: IconName;
  look?: "main" | "soft" | "plain" | "warn";
  "data-step"?: string;
};

export const Button = ({ icon, look = "soft", children, class: extra, ...rest }: ButtonProps) => (
  <button type="button" class={`button ${look} ${extra ?? ""}`} {...rest}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
);

/** A modal dialog of the browser: it keeps the focus, and Escape closes it. */
export function Dialog({
  title,
  onClose,
  children,
  wide,
  full,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
  /** On the whole screen of a phone. */
  full?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  // A layout effect: it must be open before a key can be pressed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      if (dialog?.open) dialog.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={`dialog ${wide ? "wide" : ""} ${full ? "full" : ""}`}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="icon-button" aria-label={t("app.close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface Option<T extends string> {
  value: T;
  label: string;
  hint?: string;
}
/** A choice of one of a few: radio buttons that look like a row of buttons. */
export function Choice<T extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  hideLegend,
}: {
  legend: string;
  name: string;
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
  hideLegend?: boolean;
}) {
  return (
    <fieldset class="choice">
      <legend class={hideLegend ? "unseen" : ""}>{legend}</legend>
      <div class="choice-row">
        {options.map((option) => (
          <label key={option.value} class={option.value === value ? "chosen" : ""} title={option.hint}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export const Toggle = ({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) => (
  <label class="toggle">
    <input type="checkbox" role="switch" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
    <span class="toggle-track" aria-hidden="true" />
    <span>{label}</span>
  </label>
);

/** A button that opens a game record or another text from a file. */
export const OpenFile = ({ onText }: { onText: (text: string) => unknown }) => (
  <label class="button soft file">
    {t("replay.open-file")}
    <input
      type="file"
      accept=".san,.txt,text/plain"
      onChange={(event) => void event.currentTarget.files?.[0]?.text().then(onText)}
    />
  </label>
);

export const Notice = ({ children, onClose }: { children: ComponentChildren; onClose?: () => void }) => (
  <div class="notice" role="alert">
    <span>{children}</span>
    {onClose && (
      <button type="button" class="icon-button" aria-label={t("app.close")} onClick={onClose}>
        <Icon name="close" />
      </button>
    )}
  </div>
);

/** Announces a sentence to screen readers without showing it. */
let region: HTMLElement | null = null;
export function announce(text: string): void {
  region ??= document.getElementById("live");
  if (!region || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > 4) region.firstElementChild?.remove();
}

export async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return t("app.copied");
  } catch {
    return t("app.copy-failed", { text });
  }
}

export function download(name: string, what: string | Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof what === "string" ? new Blob([what], { type: "text/plain" }) : what);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
