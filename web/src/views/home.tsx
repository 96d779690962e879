// The start screen: the island, one large button, and a way back into the last game.
import { useState } from "preact/hooks";
import { learned } from "../model/lesson.ts";
import { games, keepCreated, lastOpen, lastWish } from "../model/memory.ts";
import { settings } from "../model/settings.ts";
import { api, hasServer } from "../net/api.ts";
import { go } from "../route.ts";
import { problemText } from "../words/problem.ts";
import { levelName, t } from "../words/words.ts";
import { Island } from "./island.tsx";
import { Notice } from "./parts.tsx";
import { Shell, useNarrow } from "./shell.tsx";
import { lastLevel, quickGame } from "./wish.ts";

export function HomeScreen() {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const open = lastOpen();
  const narrow = useNarrow(); // if so, the navigation has no room for every screen
  const playNow = async (): Promise<void> => {
    setBusy(true);
    try {
      const created = keepCreated(await api.create(quickGame(lastWish(), settings.value.name)));
      go(`game/${created.game}`);
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  return (
    <Shell>
      <Island />
      <div class="home">
        <h1>{t("home.headline")}</h1>
        {problem && <Notice onClose={() => setProblem("")}>{problem}</Notice>}
        <div class="home-first">
          <button type="button" class="play-now" disabled={busy} onClick={() => void playNow()}>
            <b>{t("home.play-now")}</b>
            <span>{t("home.play-now-hint", { name: levelName(lastLevel(lastWish())) })}</span>
          </button>
          {games().length === 0 && learned().length === 0 && (
            <a class="play-now learn-now" href="#/learn/move">
              <b>{t("home.new-here")}</b>
              <span>{t("home.new-here-hint")}</span>
            </a>
          )}
        </div>
        <div class="home-ways">
          {open && (
            <a class="way paper continue" href={`#/game/${open.game}`}>
              <b>{t("home.continue")}</b>
              <span>{open.title}</span>
            </a>
          )}
          {hasServer && (
            <a class="way paper" href="#/new/friend">
              <b>{t("home.friend")}</b>
              <span>{t("home.friend-hint")}</span>
            </a>
          )}
          <a class="way paper" href="#/new/here">
            <b>{t("home.here")}</b>
            <span>{t("home.here-hint")}</span>
          </a>
          <a class="way paper" href="#/learn">
            <b>{t("learn.learn")}</b>
            <span>{t("learn.learn-hint")}</span>
          </a>
          <a class="way paper" href="#/powers">
            <b>{t("app.powers")}</b>
            <span>{t("home.powers-hint")}</span>
          </a>
        </div>
        <p class="home-more">
          {games().length > 0 && <a href="#/games">{t("home.games")}</a>}
          <a href="#/open">{t("home.open-record")}</a>
          {narrow && <a href="#/puzzles">{t("puzzles.title")}</a>}
          {narrow && <a href="#/rules">{t("learn.rules")}</a>}
        </p>
        <p class="home-foot">{t("home.footer")}</p>
      </div>
    </Shell>
  );
}
