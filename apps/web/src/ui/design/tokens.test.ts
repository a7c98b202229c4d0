import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const sheet = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')

it.each(['light', 'dark'] as const)(
  'tells surfaces apart by their tone alone when %s',
  (scheme) => {
    const tokens = tokensOf(scheme)
    expect(contrast(tokens.surface, tokens.bg)).toBeGreaterThan(1.06)
    expect(contrast(tokens.surface, tokens.sunken)).toBeGreaterThan(1.05)
    expect(contrast(tokens.line, tokens.surface)).toBeGreaterThan(1.2)
  },
)

it.each(['light', 'dark'] as const)('keeps texts readable on every surface when %s', (scheme) => {
  const tokens = tokensOf(scheme)
  for (const text of [tokens.text, tokens.muted, tokens.good, tokens.busy, tokens.warn, tokens.bad])
    for (const surface of [tokens.bg, tokens.surface, tokens.sunken, tokens.hover])
      expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5)
})

it.each(['light', 'dark'] as const)('sets actions apart from their surface when %s', (scheme) => {
  const tokens = tokensOf(scheme)
  expect(contrast(tokens.action, tokens.surface)).toBeGreaterThan(1.2)
  expect(contrast(tokens['action-text'], tokens.action)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(tokens.accent, tokens.surface)).toBeGreaterThanOrEqual(3)
  expect(contrast('#ffffff', tokens.accent)).toBeGreaterThanOrEqual(4.5)
})

const names = [
  ...['bg', 'surface', 'sunken', 'hover', 'line', 'accent', 'action', 'action-text'],
  ...['text', 'muted', 'good', 'busy', 'warn', 'bad'],
] as const

/** Returns the tokens of a colour scheme by name. */
function tokensOf(scheme: 'light' | 'dark'): Record<string, string> {
  const [light = '', dark = ''] = sheet.split(':root[data-mantine-color-scheme="dark"]')
  const rules = scheme === 'light' ? light : dark
  return Object.fromEntries(
    names.map((name) => {
      const colour = rules.match(new RegExp(`--gl-${name}: (#[0-9a-f]{6});`))?.[1]
      if (colour === undefined) throw new TypeError(`--gl-${name} is not in tokens.css`)
      return [name, colour]
    }),
  )
}

/** The contrast ratio of two colours. Source: WCAG 2.2. */
function contrast(one = '', other = ''): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
