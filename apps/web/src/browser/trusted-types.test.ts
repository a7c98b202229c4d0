import { expect, it } from 'vitest'
import { installTrustedTypes } from './trusted-types.ts'

it('lets style sheets through and no markup', () => {
  const { rules } = setup()
  expect(rules.createHTML(':root { --gap: 4px }')).toBe(':root { --gap: 4px }')
  expect(rules.createHTML('<img src=x onerror=alert(1)>')).toBeNull()
  expect(rules.createHTML('</style><script>')).toBeNull()
})

it('starts only workers that this server built', () => {
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

it('does nothing where the browser knows no Trusted Types', () => {
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
