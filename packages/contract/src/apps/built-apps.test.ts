import { describe, expect, it } from 'vitest'
import { builtApps } from './built-apps.ts'

it('have names of their own', () => {
  const names = builtApps.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe.each(builtApps.map((app) => [app.name, app] as const))('%s', (_, app) => {
  it('declares the ports that its pages and its readiness check use', () => {
    for (const { port } of app.links) expect(app.ports).toContain(port)
    if ('port' in app.readiness) expect(app.ports).toContain(app.readiness.port)
  })

  it('fills its pages and its login with secrets of the instance', () => {
    const names = app.links.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)])
    for (const [, name] of names) expect(app.secrets).toContain(name)
    if (app.login !== null) expect(app.secrets).toContain(app.login.password)
    for (const name of app.secrets) expect(app.env).not.toHaveProperty(name)
  })

  it('has its secrets in no file of the image', () => {
    for (const { content } of app.recipe.files)
      expect(content).not.toMatch(/password\s*=\s*['"]\w/i)
  })

  it('brings the Node.js that its packages of npm need', () => {
    const { npm, pip, apt } = app.recipe
    const has = [...pip, ...apt].some((name) => /^nodejs(?:-wheel==|$)/.test(name))
    expect(npm.length === 0 || has).toBe(true)
  })
})
