// Which screen is shown.
import { Component, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { hasCore } from "./core/load.ts";
import { gameOf, keep } from "./model/memory.ts";
import { useStore } from "./model/store.ts";
import { isLocal } from "./net/local.ts";
import { go, route } from "./route.ts";
import { MovedScreen } from "./views/device.tsx";
import { GameScreen } from "./views/game.tsx";
import { GamesScreen } from "./views/games.tsx";
import { HomeScreen } from "./views/home.tsx";
import { LearnScreen } from "./views/learn.tsx";
import { LessonScreen } from "./views/lesson.tsx";
import { JoinScreen } from "./views/lobby.tsx";
import { NewScreen } from "./views/new.tsx";
import { PowersScreen } from "./views/powers.tsx";
import { OpenScreen, PositionScreen, ReplayScreen } from "./views/replay.tsx";
import { RulebookScreen } from "./views/rulebook.tsx";
import { SettingsScreen } from "./views/settings.tsx";
import { DeadEnd, MessageScreen } from "./views/shell.tsx";
import { t } from "./words/words.ts";

/** Catches the error of a screen that fails, and shows a message in its place. */
export class App extends Component<object, { failed: boolean }> {
  override state = { failed: false };
  static override getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override componentDidCatch(error: unknown): void {
    console.error(error);
  }
  private readonly again = (): void => {
    go("");
    this.setState({ failed: false });
  };
  override render() {
    if (!this.state.failed) return <Screen />;
    return <MessageScreen role="alert" text={t("error.unknown")} button={t("error.home")} onButton={this.again} />;
  }
}

/** Screens that most visits do not need are loaded when they are first opened. */
const study = () => import("./study/screen.tsx").then(({ StudyScreen }) => StudyScreen);
const puzzles = () => import("./study/puzzle_screen.tsx").then(({ PuzzlesScreen }) => PuzzlesScreen);

function Later({ load }: { load: () => Promise<ComponentType<{ hash: string }>> }) {
  const [loaded, setLoaded] = useState<{ screen: ComponentType<{ hash: string }> } | "failed" | null>(null);
  useEffect(() => {
    let gone = false;
    load()
      .then((screen) => !gone && setLoaded({ screen }))
      .catch(() => !gone && setLoaded("failed"));
    return () => {
      gone = true;
    };
  }, [load]);
  if (loaded === "failed") {
    const again = (): void => location.reload();
    return <MessageScreen role="alert" text={t("error.offline")} button={t("error.again")} onButton={again} />;
  }
  return loaded && <loaded.screen hash={location.hash} />;
}

function Screen() {
  const [screen = "", one = "", two = "", three = ""] = useStore(route);
  if (!hasCore && (screen === "study" || screen === "puzzles" || isLocal(one))) {
    const again = (): void => location.reload();
    return <MessageScreen role="status" text={t("app.preparing")} button={t("error.again")} onButton={again} />;
  }
  switch (screen) {
    case "":
      return <HomeScreen />;
    case "new":
      return <NewScreen way={one === "friend" || one === "here" ? one : "computer"} />;
    case "game":
      return <GameScreen id={one} />;
    case "join":
      return <JoinScreen game={one} seat={three ? Number(two) : 0} invite={three || two} />;
    case "seat":
      return <MovedScreen game={one} token={two} seats={three} />;
    case "watch":
      // Someone who has a seat in this game keeps its token.
      if (two && !gameOf(one)) keep({ game: one, token: two, role: "watch", watch: two });
      return <GameScreen id={one} watch={two} />;
    case "replay":
      return <ReplayScreen key={one} id={one} at={two ? Number(two) : null} />;
    case "games":
      return <GamesScreen />;
    case "open":
      return <OpenScreen />;
    case "position":
      return <PositionScreen text={location.hash.replace(/^#\/position\//, "").replaceAll("%20", " ")} />;
    case "puzzles":
      return <Later key={screen} load={puzzles} />;
    case "study":
      return <Later key={screen} load={study} />;
    case "powers":
      return <PowersScreen open={one || undefined} />;
    case "learn":
      return one ? <LessonScreen key={one} id={one} /> : <LearnScreen />;
    case "rules":
      return <RulebookScreen at={one} />;
    case "settings":
      return <SettingsScreen />;
    default:
      return <DeadEnd text={t("error.page-gone")} />;
  }
}
