import { expect, it } from 'vitest'
import { installTrustedTypes } from './trusted-types.ts'

it('allows style sheets as HTML, but no markup', () => {
  const { rules } = setup()
  expect(rules.createHTML(':root { --gap: 4px }')).toBe(':root { --gap: 4px }')
  expect(rules.createHTML('<img src=x onerror=alert(1)>')).toBeNull()
  expect(rules.createHTML('</style><script>')).toBeNull()
})

it('allows workers only from the built assets of this origin', () => {
  const { rules } = setup()
  expect(rules.createScriptURL('/assets/worker-1.js')).toBe('/assets/worker-1.js')
  expect(rules.createScriptURL('https://gridloom.test/assets/w.js')).toBeTruthy()
  for (const address of [
    'https://evil.test/assets/w.js',
    '//evil.test/assets/w.js',
    'data:text/javascript,1',
    'blob:https://gridloom.test/1',
    '/api/pictures/x',
    '/assets/../api/pictures/x',
  ])
    expect(rules.createScriptURL(address)).toBeNull()
})

it('does nothing in a browser without Trusted Types', () => {
  expect(() => installTrustedTypes({ origin: 'https://gridloom.test' })).not.toThrow()
})

type Rules = Parameters<
  NonNullable<Parameters<typeof installTrustedTypes>[0]['trustedTypes']>['createPolicy']
>[1]

function setup() {
  const made: Rules[] = []
  installTrustedTypes({
    origin: 'https://gridloom.test',
    trustedTypes: { createPolicy: (_name, rules) => made.push(rules) },
  })
  const [rules] = made
  if (rules === undefined) throw new Error('no policy was made')
  return { rules }
}
