// Waiting for a friend to join, and joining as the friend.
import { useEffect, useState } from "preact/hooks";
import { gameOf, type Kept, keep } from "../model/memory.ts";
import { settings } from "../model/settings.ts";
import { api, newToken, Refusal } from "../net/api.ts";
import type { Lobby, State } from "../net/schema.gen.ts";
import { replace } from "../route.ts";
import { said, t } from "../words/words.ts";
import { Island } from "./island.tsx";
import { Button, copy, Notice } from "./parts.tsx";
import { Shell } from "./shell.tsx";

const linkOf = (game: string, seat: number | string, invite: string): string =>
  `${location.origin}/#/join/${game}/${seat}/${invite}`;

export function WaitingRoom({ server, kept }: { server: State; kept: Kept }) {
  const [invites, setInvites] = useState(kept.invites);
  const [note, setNote] = useState("");
  const open = server.seats.filter((info) => info.kind === "friend" && !info.taken);
  const renew = async (seat: number): Promise<void> => {
    try {
      const { invite } = await api.invite(kept.game, seat, kept.token);
      const next = { ...invites, [seat]: invite };
      setInvites(next);
      keep({ game: kept.game, invites: next });
    } catch (error) {
      if (error instanceof Refusal) setNote(said(error.key, error.args));
    }
  };
  return (
    <div class="veil clear">
      <section class="paper waiting" aria-label={t("lobby.title")}>
        <h2>{t("lobby.title")}</h2>
        <p>{t("lobby.text")}</p>
        {server.you.host &&
          open.map(({ seat }) => {
            const invite = invites[String(seat)];
            const link = invite ? linkOf(kept.game, seat, invite) : "";
            return (
              <div key={seat} class="invite">
                <label class="labelled">
                  {t("lobby.link-of", { seat })}
                  <input
                    class="field grow"
                    readOnly
                    value={link}
                    data-invite={seat}
                    onFocus={(event) => event.currentTarget.select()}
                  />
                </label>
                <div class="row">
                  <Button look="main" icon="copy" onClick={() => void copy(link).then(setNote)}>
                    {t("lobby.copy")}
                  </Button>
                  {"share" in navigator && (
                    <Button
                      icon="share"
                      onClick={() => void navigator.share({ url: link, title: t("app.title") }).catch(() => null)}
                    >
                      {t("lobby.share")}
                    </Button>
                  )}
                  <Button look="plain" title={t("lobby.new-link-hint")} onClick={() => void renew(seat)}>
                    {t("lobby.new-link")}
                  </Button>
                </div>
              </div>
            );
          })}
        {note && (
          <p class="quiet" role="status">
            {note}
          </p>
        )}
      </section>
    </div>
  );
}

export function JoinScreen({ game, seat, invite }: { game: string; seat: number; invite: string }) {
  // The link of a seat that this device has already taken leads to the game.
  const taken = gameOf(game, "seat")?.seats.includes(seat) ?? false;
  useEffect(() => {
    if (taken) replace(`game/${game}`);
  }, [taken]);
  const [lobby, setLobby] = useState<Lobby | null>(null);
  const [problem, setProblem] = useState("");
  const [name, setName] = useState(settings.value.name);
  const [token] = useState(newToken); // the same for every try, so that a lost answer is given again
  const refused = (error: unknown): void =>
    setProblem(error instanceof Refusal ? said(error.key, error.args) : t("error.unknown"));
  useEffect(() => {
    if (!taken) void api.lobby(game, invite).then(setLobby).catch(refused);
  }, [game, invite]);
  const join = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const joined = await api.join(game, invite, name.trim(), token);
      if (name.trim()) settings.update({ name: name.trim() });
      keep({ game, token: joined.token, seats: joined.seats, role: "seat", over: false });
      replace(`game/${game}`);
    } catch (error) {
      if (error instanceof Refusal && error.code === "taken") setLobby({ ...lobby!, seat: null });
      else refused(error);
    }
  };
  // Somebody else has sat down with the same link.
  const late = lobby !== null && lobby.seat === null;
  const host = lobby?.seats.find((info) => info.kind === "here" && info.name)?.name;
  return (
    <Shell>
      <Island />
      <form class="paper center join" onSubmit={(event) => void join(event)}>
        <h1>{host ? t("lobby.join-title", { who: host }) : t("lobby.join-title-nobody")}</h1>
        {problem ? <Notice>{problem}</Notice> : <p>{t(late ? "lobby.late" : "lobby.join-text")}</p>}
        {late && (
          <Button look="main" onClick={() => replace(`watch/${game}/${invite}`)}>
            {t("lobby.watch")}
          </Button>
        )}
        {lobby && !late && !problem && (
          <>
            <label class="labelled">
              {t("settings.name")}
              <input
                class="field grow"
                maxLength={40}
                value={name}
                placeholder={t("new.name-hint")}
                onInput={(event) => setName(event.currentTarget.value)}
              />
            </label>
            <Button type="submit" look="main">
              {t("lobby.join")}
            </Button>
          </>
        )}
      </form>
    </Shell>
  );
}
