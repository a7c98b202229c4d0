import { existsSync } from 'node:fs'
import path from 'node:path'
import { AppDefinition } from '@gridloom/contract/apps/app'
import { describe, expect, it } from 'vitest'
import { imageOf } from '../need-of.ts'
import { checkedDefinition } from '../operator/checked-definition.ts'
import { predefinedApps } from './index.ts'

const pictures = path.join(import.meta.dirname, '../../../../../web/public/apps')

it('predefined apps have names of their own', () => {
  const slugs = predefinedApps.map(({ slug }) => slug)
  expect(new Set(slugs).size).toBe(slugs.length)
})

describe.each(predefinedApps)('$slug', ({ slug, definition, hasScreenshot }) => {
  it('is an app that an operator could add', () => {
    expect(AppDefinition.safeParse(definition).error).toBeUndefined()
    expect(() => checkedDefinition(slug, definition)).not.toThrow()
  })

  it('has pictures of ours, and an image of one exact version', () => {
    expect(existsSync(path.join(pictures, `${slug}.svg`))).toBe(true)
    expect(existsSync(path.join(pictures, 'screenshots', `${slug}.jpg`))).toBe(hasScreenshot)
    expect(imageOf(slug, definition)).toMatch(
      /^(?:gridloom\/base:latest|gridloom\/app\/[a-z-]+:[0-9a-f]{32}|[a-z.]+\/.+:v?[a-z0-9]*[0-9].*)$/,
    )
  })

  it('generates the password of its login', () => {
    const { login, fields } = definition
    if (login === null) return
    const field = fields.find(({ name }) => name === login.password)
    expect(field?.kind).toBe('generate')
  })
})
