interface FakeSetup {
  /** Whether the check passes by itself. */
  pass?: 'at-once' | 'not-yet'
  /** Whether its script is there from the beginning. */
  arrives?: 'at-once' | 'later'
}

/** Stands for the third party's script: the one edge of the human check that is not ours. */
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

/** Named cast: `render` is given the callback under this name by the code that is tested. */
function asCallback(option: unknown): (answer: string) => void {
  return option as (answer: string) => void
}
