// The settings of this device.
import { useEffect, useState } from "preact/hooks";
import { hasWebGL, type Settings, settings } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { api } from "../net/api.ts";
import { currentLanguage, hasText, said, t } from "../words/words.ts";
import { canNotify, wishToBeCalled } from "./call.ts";
import { Choice, Toggle } from "./parts.tsx";
import { Shell } from "./shell.tsx";

export function SettingsPanel() {
  const wishes = useStore(settings);
  const [languages, setLanguages] = useState<string[]>([currentLanguage()]);
  useEffect(
    () =>
      void api
        .languages()
        .then(({ languages }) => setLanguages(languages))
        .catch(() => null),
    [],
  );
  const set =
    <Name extends keyof Settings>(name: Name) =>
    (value: Settings[Name]): void =>
      settings.update({ [name]: value } as Partial<Settings>);
  return (
    <div class="settings">
      <Choice
        legend={t("settings.board")}
        name="board"
        value={wishes.board}
        onChange={set("board")}
        options={(["auto", "3d", "2d"] as const).map((value) => ({ value, label: t(`settings.board-${value}`) }))}
      />
      {!hasWebGL() && <p class="quiet">{t("settings.no-webgl")}</p>}
      <Choice
        legend={t("settings.theme")}
        name="theme"
        value={wishes.theme}
        onChange={set("theme")}
        options={(["auto", "light", "dark"] as const).map((value) => ({ value, label: t(`settings.theme-${value}`) }))}
      />
      <Choice
        legend={t("settings.motion")}
        name="motion"
        value={wishes.motion}
        onChange={set("motion")}
        options={(["auto", "on", "off"] as const).map((value) => ({ value, label: t(`settings.motion-${value}`) }))}
      />
      <div class="toggles column">
        {(["coordinates", "heights", "confirm", "sounds"] as const).map((name) => (
          <Toggle key={name} label={t(`settings.${name}`)} on={wishes[name]} onChange={set(name)} />
        ))}
        <Toggle label={t("settings.notation")} on={wishes.notation} onChange={set("notation")} />
        <Toggle label={t("settings.keep-level")} on={wishes.keepLevel} onChange={set("keepLevel")} />
        {canNotify() && (
          <Toggle label={t("settings.notify")} on={wishes.notify} onChange={(on) => void wishToBeCalled(on)} />
        )}
        <Toggle label={t("settings.text-view")} on={wishes.textView} onChange={set("textView")} />
      </div>
      <label class="labelled">
        {t("settings.language")}
        <select
          class="field"
          value={currentLanguage()}
          onChange={(event) => set("language")(event.currentTarget.value)}
        >
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {hasText(`page.language.${language}`) ? said(`page.language.${language}`) : language}
            </option>
          ))}
        </select>
      </label>
      <label class="labelled">
        {t("settings.name")}
        <input
          class="field"
          maxLength={40}
          value={wishes.name}
          onChange={(event) => set("name")(event.currentTarget.value.trim())}
        />
      </label>
    </div>
  );
}

export const SettingsScreen = () => (
  <Shell>
    <div class="paper sheet">
      <h1>{t("settings.title")}</h1>
      <SettingsPanel />
    </div>
  </Shell>
);
