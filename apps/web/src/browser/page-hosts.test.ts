import { expect, it, onTestFinished } from 'vitest'
import { readHosts } from './page-hosts.ts'

it('reads the hosts that the server names in the page, and none without them', () => {
  expect(readHosts(document)).toEqual({})
  const meta = document.createElement('meta')
  meta.name = 'gridloom-hosts'
  meta.content = '{"models":"https://models.example/models"}'
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  expect(readHosts(document)).toEqual({ models: 'https://models.example/models' })
})
