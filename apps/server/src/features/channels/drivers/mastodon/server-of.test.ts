import { expect, it } from 'vitest'
import { serverOf } from './server-of.ts'

it.each([
  ['social.example', 'https://social.example'],
  [' https://Social.Example/@ada ', 'https://social.example'],
  ['@ada@social.example', 'https://social.example'],
  ['ada@social.example:8443', 'https://social.example:8443'],
  ['social.example/@ada', 'https://social.example'],
  ['http://127.0.0.1:3000/x?y#z', 'http://127.0.0.1:3000'],
  // Letters of another script are the host that browsers would show.
  ['sоcial.example', 'https://xn--scial-jye.example'],
])('reads %s as %s', (input, origin) => expect(serverOf(input).origin).toBe(origin))

it.each(['', '@', 'http://social.example', 'ftp://social.example', 'https://a:b@social.example'])(
  'refuses %s',
  (input) => expect(() => serverOf(input)).toThrow('Enter the server of your account'),
)
