// The connection to one game: connects, says hello, reconnects after a break with growing delays, and passes every
// message on. The only module that uses WebSockets.
import type { Command, Hello, ServerMessage } from "./schema.gen.ts";

export type Line = "connecting" | "on" | "off" | "gone";

export interface Handlers {
  message(message: ServerMessage): void;
  line(line: Line): void;
}

/** What a controller needs of a connection. */
export interface Link {
  send(command: Command): number | null;
  close(): void;
}

const patience = [300, 700, 1500, 3000, 6000, 10000];

export class Socket implements Link {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private closed = false;
  private refused = false;
  private commands = 0;
  seen: number | null = null;
  seat: number | null = null;

  constructor(
    private readonly game: string,
    private readonly token: string,
    private readonly handlers: Handlers,
  ) {
    window.addEventListener("online", this.again);
    document.addEventListener("visibilitychange", this.again);
    this.connect();
  }

  /** Sends a command and returns its id; null if the connection is down and nothing was sent. */
  send(command: Command): number | null {
    if (this.socket?.readyState !== WebSocket.OPEN) return null;
    const id = ++this.commands;
    this.socket.send(JSON.stringify({ ...command, id }));
    return id;
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    window.removeEventListener("online", this.again);
    document.removeEventListener("visibilitychange", this.again);
    this.socket?.close();
  }

  private connect(): void {
    this.handlers.line(this.tries === 0 ? "connecting" : "off");
    const { protocol, host } = window.location;
    const socket = new WebSocket(
      `${protocol === "https:" ? "wss" : "ws"}://${host}/api/games/${encodeURIComponent(this.game)}/socket`,
    );
    this.socket = socket;
    socket.onopen = () => {
      const hello: Hello = { type: "hello", token: this.token, seat: this.seat, seen: this.seen };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === "state") {
        this.tries = 0;
        this.handlers.line("on");
        this.seen = message.version;
        this.seat = message.you.seat || null;
      }
      // These refusals are final: do not reconnect.
      if (message.type === "error" && ["unknown-game", "gone", "forbidden"].includes(message.code)) this.refused = true;
      this.handlers.message(message);
    };
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      if (this.refused) {
        this.handlers.line("gone");
        return;
      }
      this.handlers.line("off");
      const wait = patience[Math.min(this.tries++, patience.length - 1)] ?? 10000;
      this.timer = window.setTimeout(() => this.connect(), wait);
    };
  }

  /** The network is back, or the page is visible again: try at once. */
  private again = (): void => {
    if (this.closed || this.refused || document.hidden) return;
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    window.clearTimeout(this.timer);
    this.connect();
  };
}
