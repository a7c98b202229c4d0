import { expect, it } from 'vitest'
import { type SourceFile, sourceFiles } from './source-files.ts'

/** `area.past_tense_verb`, such as `instance.ordered` or `answer.write_failed`. */
const eventName = /^[a-z][a-z_]*\.([a-z]+_)*([a-z]+ed|timed_out|lost|found|left)$/

/** The start of a call that writes a log line, up to the name of its event if it has one. */
const lineCall = /\blog\??\.(?:debug|info|warn|error|fatal)\(\s*(?:\{\s*event(?:: '([^']*)')?)?/g

it('names an event in every log line of server and agent', () => {
  const calls = sourceFiles('apps/{server,agent}/src/**/*.ts').flatMap(callsIn)
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.filter(({ begin }) => !begin.includes('event'))).toEqual([])
})

it('names each event by its area and a verb in the past tense', () => {
  const events = sourceFiles('apps/{server,agent}/src/**/*.ts').flatMap(callsIn)
  expect(events.filter(({ event }) => event !== undefined && !eventName.test(event))).toEqual([])
})

function callsIn({ path, text }: SourceFile) {
  return [...text.matchAll(lineCall)].map(([begin, event]) => ({ path, begin, event }))
}
