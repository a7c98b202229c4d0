import { expect, it } from 'vitest'
import { originsOf, pageWithHosts } from './page-with-hosts.ts'

const page = '<html><head><title>x</title></head></html>'

it('names the configured hosts in the page', () => {
  const made = pageWithHosts(page, { models: 'https://models.example/a&b' })
  expect(made).toContain(
    '<meta name="gridloom-hosts" content="{&quot;models&quot;:&quot;https://models.example/a&amp;b&quot;}" />',
  )
})

it('names each origin once, for requests and for WebSockets', () => {
  const api = 'https://api.example/v2'
  expect(originsOf({ api, content: 'https://api.example/content' })).toEqual([
    'https://api.example',
    'wss://api.example',
  ])
})
