// Quiet sounds made in the page: stone on stone, a wooden tick, a bell. Nothing is loaded.
import type { Beat } from "../model/effects.ts";
import { settings } from "../model/settings.ts";

let context: AudioContext | null = null;

/** Browsers allow sound only after a user gesture, so the first one starts the audio context. */
function audio(): AudioContext | null {
  if (!settings.value.sounds) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => null);
  return context.state === "running" ? context : null;
}
export function warmUp(): void {
  window.addEventListener("pointerdown", () => audio(), { once: true });
  window.addEventListener("keydown", () => audio(), { once: true });
}

function tone(
  at: AudioContext,
  frequency: number,
  lasts: number,
  loud: number,
  type: OscillatorType = "sine",
  delay = 0,
): void {
  const start = at.currentTime + delay;
  const oscillator = at.createOscillator();
  const gain = at.createGain();
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  oscillator.connect(gain).connect(at.destination);
  oscillator.start(start);
  oscillator.stop(start + lasts + 0.02);
}

function thud(at: AudioContext, pitch: number, lasts: number, loud: number): void {
  const length = Math.ceil(at.sampleRate * lasts);
  const buffer = at.createBuffer(1, length, at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = at.createBufferSource();
  source.buffer = buffer;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  const gain = at.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(at.destination);
  source.start();
}

export function soundOf(kind: Beat["kind"] | "tick"): void {
  const at = audio();
  if (!at) return;
  switch (kind) {
    case "move":
    case "place":
      tone(at, 520, 0.07, 0.05, "triangle");
      return thud(at, 900, 0.05, 0.12);
    case "force":
      tone(at, 300, 0.14, 0.05, "triangle");
      return thud(at, 500, 0.09, 0.16);
    case "build":
      thud(at, 320, 0.13, 0.42);
      return tone(at, 120, 0.12, 0.07);
    case "dome":
      thud(at, 460, 0.12, 0.3);
      return tone(at, 660, 0.3, 0.035);
    case "unbuild":
    case "remove":
      return thud(at, 200, 0.22, 0.34);
    case "token":
    case "untoken":
      return tone(at, 880, 0.12, 0.035, "triangle");
    case "conflict":
      tone(at, 196, 0.35, 0.05);
      return tone(at, 185, 0.35, 0.05);
    case "win":
      for (const [frequency, delay] of [
        [523, 0],
        [784, 0.16],
        [1047, 0.32],
      ] as const) {
        tone(at, frequency, 1.6, 0.05, "sine", delay);
        tone(at, frequency * 2.76, 0.9, 0.012, "sine", delay);
      }
      return;
    case "tick":
      return tone(at, 700, 0.04, 0.025, "triangle");
  }
}
