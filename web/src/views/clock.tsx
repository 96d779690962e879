// A player's clock. The server's time is the true one; between its messages the page counts down by itself.
import { useEffect, useState } from "preact/hooks";

export function ClockFace({ left, runs, since, skew }: { left: number; runs: boolean; since: number; skew: number }) {
  const [, again] = useState(0);
  useEffect(() => {
    if (!runs) return;
    const timer = window.setInterval(() => again((n) => n + 1), 250);
    return () => window.clearInterval(timer);
  }, [runs]);
  const passed = runs ? (Date.now() - skew) / 1000 - since : 0;
  const seconds = Math.max(0, left - passed);
  const low = seconds < 20;
  return (
    <span class={`clock ${runs ? "runs" : ""} ${low ? "low" : ""}`} role="timer">
      {clockText(seconds)}
    </span>
  );
}

export function clockText(seconds: number): string {
  const whole = seconds < 10 ? Math.floor(seconds * 10) / 10 : Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole - minutes * 60;
  return `${minutes}:${(seconds < 10 ? rest.toFixed(1) : String(rest)).padStart(seconds < 10 ? 4 : 2, "0")}`;
}
