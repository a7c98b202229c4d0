interface FakeSetup {
  /** Whether the check passes automatically. */
  pass?: 'at-once' | 'not-yet'
  /** Whether its script is available from the start. */
  arrives?: 'at-once' | 'later'
}

/** Replaces the third-party script of the human check. */
export function installFakeTurnstile({ pass = 'at-once', arrives = 'at-once' }: FakeSetup) {
  let answered = 0
  let callback: ((answer: string) => void) | undefined
  const fake = {
    resets: 0,
    pass: (answer: string) => callback?.(answer),
    arrive: () => {
      globalThis.turnstile = {
        render(_element, options) {
          callback = asCallback(options.callback)
          passByItself()
          return 'widget-1'
        },
        reset() {
          fake.resets += 1
          passByItself()
        },
        remove: () => undefined,
      }
    },
  }

  function passByItself() {
    answered += 1
    if (pass === 'at-once') callback?.(`answer-${answered}`)
  }

  if (arrives === 'at-once') fake.arrive()
  return fake
}

/** Named cast: the code under test passes its callback to `render` under this name. */
function asCallback(option: unknown): (answer: string) => void {
  return option as (answer: string) => void
}
