/** A run of changed lines; empty between two unchanged lines that follow each other. */
class Run {
  start = 0;
  end = 0;

  constructor(
    readonly lines: Int32Array,
    readonly changed: Uint8Array,
  ) {
    this.#growDown();
  }

  get isEmpty(): boolean {
    return this.start === this.end;
  }

  #growDown(): void {
    while (this.changed[this.end]) this.end++;
  }

  #growUp(): void {
    while (this.start > 0 && this.changed[this.start - 1]) this.start--;
  }

  next(): boolean {
    if (this.end === this.lines.length) return false;
    this.start = ++this.end;
    this.#growDown();
    return true;
  }

  previous(): void {
    this.end = --this.start;
    this.#growUp();
  }

  /** Moves up by a line if the text stays the same, and merges with the run it then touches. */
  slideUp(): boolean {
    if (this.start === 0 || this.lines[this.start - 1] !== this.lines[this.end - 1]) return false;
    this.changed[--this.start] = 1;
    this.changed[--this.end] = 0;
    this.#growUp();
    return true;
  }

  slideDown(): boolean {
    if (this.end === this.lines.length || this.lines[this.start] !== this.lines[this.end]) return false;
    this.changed[this.start++] = 0;
    this.changed[this.end++] = 1;
    this.#growDown();
    return true;
  }
}

/**
 * Slides every movable run of changed lines to a fixed position: next to a change of the other text if it can reach
 * one, so that a replacement is one change, else as far down as possible.
 */
export function slideChanges(
  lines: Int32Array,
  changed: Uint8Array,
  otherLines: Int32Array,
  otherChanged: Uint8Array,
): void {
  const run = new Run(lines, changed);
  const partner = new Run(otherLines, otherChanged);
  do {
    if (!run.isEmpty) alignRun(run, partner);
  } while (run.next() && partner.next());
}

function alignRun(run: Run, partner: Run): void {
  const { highest, besidePartner: touchesPartner } = slideBothWays(run, partner);
  if (run.end === highest || !touchesPartner) return;
  while (partner.isEmpty && run.slideUp()) partner.previous();
}

/** Slides to the top and then to the bottom, again if the run grew, and leaves it at the bottom. */
function slideBothWays(run: Run, partner: Run) {
  for (;;) {
    const size = run.end - run.start;
    while (run.slideUp()) partner.previous();
    const highest = run.end;
    let touchesPartner = !partner.isEmpty;
    while (run.slideDown()) {
      partner.next();
      touchesPartner ||= !partner.isEmpty;
    }
    if (size === run.end - run.start) return { highest, besidePartner: touchesPartner };
  }
}
