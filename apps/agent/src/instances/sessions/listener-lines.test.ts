import { expect, it } from 'vitest'
import { listenerLineOf } from './listener-lines.ts'

// Recorded from socat 1.7.4.4 with `-d -d`.
it.each([
  [
    '2026/11/26 19:01:25 socat[174] N listening on AF=2 127.0.0.1:37977',
    { kind: 'listening', port: 37977 },
  ],
  [
    '2026/11/26 19:01:04 socat[134] N listening on AF=1 "/tmp/ag.sock"',
    { kind: 'listening', port: null },
  ],
  ['connection 246', { kind: 'connection', connection: 246 }],
  [
    '2026/11/26 19:29:40 socat[377] E bind(5, {AF=2 127.0.0.1:80}, 16): Address already in use',
    { kind: 'error', text: 'bind(5, {AF=2 127.0.0.1:80}, 16): Address already in use' },
  ],
  ['2026/11/26 19:01:26 socat[174] N forked off child process 188', undefined],
  ['connection -1', undefined],
  ['connection 99999999999999', undefined],
  ['2026/11/26 19:01:25 socat[174] N listening on AF=2 127.0.0.1:99999999', undefined],
  ['', undefined],
])('reads %s', (line, expected) => {
  expect(listenerLineOf(line)).toEqual(expected)
})
