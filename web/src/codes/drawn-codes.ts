import { codeAt, type CodesAnswer, isOver, type KnownCode, knownCodes, nothingShown, type ShownCode } from './code-at.ts'

/** The codes that are known, and what is shown of them as of one moment. */
export function createDrawnCodes() {
  let known = new Map<string, KnownCode>()
  let shown = new Map<string, ShownCode | undefined>()
  const counterCodes = new Map<string, ShownCode>()

  /** Undefined: nothing to show, because it is on its way. `isFailing`: it is not. */
  function codeOf(id: string, time: number, isFailing: boolean): ShownCode | undefined {
    const counterCode = counterCodes.get(id)
    if (counterCode) return counterCode
    const code = known.get(id)
    if (!code || isOver(code, time)) return isFailing ? nothingShown : undefined
    return codeAt(code, time)
  }

  return {
    codeOf,
    /** Like `codeOf`, but with the code as drawn, if it was. */
    drawn: (id: string, time: number, isFailing: boolean) => (shown.has(id) ? shown.get(id) : codeOf(id, time, isFailing)),
    /** Another map with each answer. */
    known: (): ReadonlyMap<string, KnownCode> => known,
    learn(answer: CodesAnswer) {
      known = knownCodes(answer)
    },
    /** Answers whether there was such a code. */
    change(id: string, withNews: (code: KnownCode) => KnownCode): boolean {
      const code = known.get(id)
      if (code !== undefined) known = new Map(known).set(id, withNews(code))
      return code !== undefined
    },
    showCounterCode(id: string, code: string) {
      counterCodes.set(id, { code, next: null })
    },
    /** No time-based code is known that is still good. */
    isNoneLeft: (time: number) => [...known.values()].every((code) => code.startsAt === null || codeAt(code, time) === nothingShown),
    isAnyOver: (time: number) => [...known.values()].some((code) => isOver(code, time)),
    /** Everything shown agrees with one reading of the clock, and unchanged codes stay the same objects. */
    draw(time: number, isFailing: boolean) {
      const next = new Map<string, ShownCode | undefined>()
      for (const id of new Set([...known.keys(), ...counterCodes.keys()])) {
        const [before, now] = [shown.get(id), codeOf(id, time, isFailing)]
        const isSame =
          before?.code === now?.code &&
          before?.next === now?.next &&
          before?.taken?.at === now?.taken?.at &&
          before?.turn?.from === now?.turn?.from
        next.set(id, isSame ? before : now)
      }
      shown = next
    },
  }
}
