/** A molar as a vase of tulips, shared by the dentist's card and letter. */
const CORAL = '#f0745c';

const tulip = (x: number, y: number, fill: string, shade: string, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M-25 4c-2-24 4-42 8-50 8 6 13 12 17 18 4-6 9-12 17-18 4 8 10 26 8 50-2 20-14 30-25 30s-23-10-25-30z" fill="${fill}"/><path d="M0-46c12 14 15 36 12 54-2 14-6 24-12 26-6-2-10-12-12-26-3-18 0-40 12-54z" fill="${shade}"/></g>`;

/** Draws the vase from its upper left corner, about 260 units wide and 400 units high. */
export function toothVase(enamel = '#ffffff', shadow = '#d7ece6'): string {
  return `<g fill="none" stroke="#2c7a5c" stroke-width="7" stroke-linecap="round"><path d="M112 210C104 150 84 120 70 92M130 210c0-60 2-100 4-150M148 210c6-54 22-80 44-104M124 210C110 170 70 158 44 156M138 210c14-34 44-50 74-50"/></g>
<path d="M118 214C90 176 62 176 30 196c26 26 58 34 88 18zM142 214c22-44 52-50 86-34-18 34-50 46-86 34zM128 208c-26-34-26-70-12-104 22 30 26 68 12 104z" fill="#3b9170"/>
${tulip(66, 84, CORAL, '#f7937c', -18)}${tulip(134, 46, '#fbc64f', '#fddb85', 2)}${tulip(198, 96, '#f49ab0', '#f9bccb', 24)}${tulip(36, 150, '#fbc64f', '#fddb85', -42)}${tulip(222, 156, CORAL, '#f7937c', 46)}
<path d="M44 232c-6-44 42-54 86-30 44-24 92-14 86 30-3 50-22 66-27 108-4 40-9 66-29 66-24 0-16-60-30-60s-6 60-30 60c-20 0-25-26-29-66-5-42-24-58-27-108z" fill="${enamel}"/>
<path d="M216 232c-3 50-22 66-27 108-4 40-9 66-29 66-8 0-13-7-15-17 18-8 18-44 22-76 5-40 24-60 22-96 2-14-4-24-12-30 24 2 42 16 39 45z" fill="${shadow}"/><path d="M130 202c-16 12-30 14-40 10" fill="none" stroke="${shadow}" stroke-width="6" stroke-linecap="round"/>`;
}
