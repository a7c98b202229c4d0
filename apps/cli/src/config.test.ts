import { expect, it } from 'vitest'
import { parseServerUrl, readConfig } from './config.ts'

it('stores credentials under XDG_CONFIG_HOME', () => {
  const config = readConfig({ XDG_CONFIG_HOME: '/x', GRIDLOOM_URL: 'https://cloud.example.com/' })
  expect(config).toEqual({
    serverUrl: 'https://cloud.example.com',
    token: undefined,
    credentialsPath: '/x/gridloom/credentials.json',
    colour: 'auto',
  })
})

it('reads a token or key from the environment', () => {
  expect(readConfig({ GRIDLOOM_TOKEN: 'glk_x' }).token).toBe('glk_x')
  expect(readConfig({ GRIDLOOM_TOKEN: '' }).token).toBeUndefined()
})

it('uses no colours if NO_COLOR is set or the terminal is dumb', () => {
  expect(readConfig({ NO_COLOR: '1' }).colour).toBe('never')
  expect(readConfig({ TERM: 'dumb' }).colour).toBe('never')
})

it.each(['localhost:3000', 'ftp://x', ''])(
  'rejects %j as a server and names its option',
  (text) => {
    expect(() => parseServerUrl(text, '--server')).toThrow(/^--server must be a URL/)
  },
)
