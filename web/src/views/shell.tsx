// The frame of every screen: title, navigation and the sea.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { storageFailed } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { go, route } from "../route.ts";
import { t } from "../words/words.ts";
import { Button, Notice } from "./parts.tsx";

/** Screens in the navigation. A new one needs a line here and a case in app.tsx. */
const places = [
  { path: "new", name: "app.play" },
  { path: "learn", name: "learn.learn" },
  { path: "study", name: "study.title" },
  { path: "puzzles", name: "puzzles.title", wide: true },
  { path: "rules", name: "learn.rules", wide: true },
  { path: "powers", name: "app.powers" },
  { path: "settings", name: "app.settings" },
] as const satisfies readonly { path: string; name: string; wide?: boolean }[];

const narrowScreen = window.matchMedia("(max-width: 820px), (max-height: 560px)");
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(narrowScreen.matches);
  useEffect(() => {
    const look = (): void => setNarrow(narrowScreen.matches);
    narrowScreen.addEventListener("change", look);
    return () => narrowScreen.removeEventListener("change", look);
  }, []);
  return narrow;
}

export function Shell({
  children,
  tools,
  table,
  measured,
}: {
  children: ComponentChildren;
  tools?: ComponentChildren;
  table?: boolean;
  /** A ref for the whole screen. */
  measured?: (element: HTMLElement | null) => void;
}) {
  const [here] = useStore(route);
  const forgetful = useStore(storageFailed);
  return (
    <div ref={measured} class={table ? "screen table" : "screen"}>
      <header class="top" data-panel>
        <a class="title" href="#/">
          {t("app.title")}
        </a>
        <nav aria-label={t("app.menu")}>
          {places.map(({ path, name, ...more }) => (
            <a
              key={path}
              class={"wide" in more ? "wide-only" : ""}
              href={`#/${path}`}
              aria-current={here === path ? "page" : undefined}
            >
              {t(name)}
            </a>
          ))}
        </nav>
        <div class="tools">{tools}</div>
      </header>
      {forgetful && <Notice onClose={() => storageFailed.set(false)}>{t("app.no-storage")}</Notice>}
      <main>{children}</main>
    </div>
  );
}

interface MessageProps {
  text: string;
  /** How screen readers announce it; without a role they do not. */
  role?: "alert" | "status";
  /** What can be done about it: the button's text and what it does. */
  button?: string;
  onButton?: () => void;
}

/** A screen with a single message: it is loading, it is gone, it failed. */
export const MessageScreen = ({ text, role, button, onButton }: MessageProps) => (
  <Shell>
    <div class="paper center">
      <p role={role}>{text}</p>
      {button && (
        <Button look="main" onClick={onButton}>
          {button}
        </Button>
      )}
    </div>
  </Shell>
);

export const LoadingScreen = () => <MessageScreen role="status" text={t("app.loading")} />;

/** Something that cannot be shown: the only button leads home. */
export const DeadEnd = ({ text, role }: { text: string; role?: "alert" }) => (
  <MessageScreen text={text} {...(role && { role })} button={t("error.home")} onButton={() => go("")} />
);
