// Workers and tokens of the flat board, around the middle of their square. Sides differ in silhouette: round robe and
// pointed hat; six-sided coat and cap; cloak and broad hat. Women wear a sash and long hair.
const figures = [
  { body: "M-7-14Q-8-4-19 10Q-23 24 0 24T19 10Q8-4 7-14Z", hat: "M-12-25Q0-21 12-25L0-50Z" },
  { body: "M-9-14H9L20 3L15 22H-15L-20 3Z", hat: "M-14-26V-33Q-14-40 0-40T14-33V-26Q0-22-14-26Z" },
  { body: "M0-16L22 20Q0 27-22 20Z", hat: "M-23-26Q-10-29-9-39H9Q10-29 23-26Q0-19-23-26Z" },
] as const;

export function WorkerFigure({ side, woman }: { side: number; woman: boolean }) {
  const figure = figures[side] ?? figures[0];
  return (
    <g class={`figure side${side}`} transform="translate(0 6)">
      <ellipse class="figure-shadow" cx="4" cy="21" rx="23" ry="7" />
      <g class="figure-halo">
        <path d={figure.body} />
        <circle cy="-22" r="10" />
        <path d={figure.hat} />
      </g>
      <path class="figure-coat" d={figure.body} />
      {woman && <path class="figure-hair" d="M-10-24Q-15-10-9-6L-6-16H6L9-6Q15-10 10-24Z" />}
      <circle class="figure-face" cy="-22" r="10" />
      <path class="figure-coat" d={figure.hat} />
      {woman && <path class="figure-sash" d="M-11-2Q0 4 11-2M0 2V20M-6 10H6" />}
    </g>
  );
}

export const Coin = () => (
  <g class="token-coin">
    <circle r="23" />
    <circle class="rim" r="17" />
    <path d="M-9 8H9M-8 6V-5M0 6V-5M8 6V-5M-11-5H11L0-12z" />
  </g>
);

export const Whirlpool = () => (
  <g class="token-whirlpool">
    <circle r="33" />
    <path d="M0 0c6-6 14 0 11 8s-17 9-22-2 5-23 17-21 22 14 17 26-17 17-29 11" />
  </g>
);

export const Talus = () => (
  <g class="token-talus">
    <ellipse class="figure-shadow" cx="3" cy="30" rx="23" ry="7" />
    <path d="M-17-9H17V11H11V30H2V16H-2V30H-11V11H-17Z" />
    <rect x="-8" y="-28" width="16" height="18" rx="3" />
    <path d="M-9-22Q0-38 9-22Z" />
    <path class="eyes" d="M-4-18h2M2-18h2" />
  </g>
);

export const Ram = () => (
  <g class="token-ram">
    <ellipse class="figure-shadow" cx="3" cy="27" rx="27" ry="7" />
    <path class="legs" d="M-15 12v14h6v-12M9 12v14h6v-14" />
    <path
      class="fleece"
      d="M-23 5a9 9 0 0 1 3-14 11 11 0 0 1 17-5 11 11 0 0 1 15 3 9 9 0 0 1 8 14 9 9 0 0 1-9 12 11 11 0 0 1-14 2 11 11 0 0 1-14 0 9 9 0 0 1-6-12z"
    />
    <path class="head" d="M15-18q14-2 15 9-2 9-11 8-7-3-4-17z" />
    <path class="horn" d="M20-15a8 8 0 1 0 2 11" />
    <circle class="eye" cx="25" cy="-11" r="1.6" />
  </g>
);
