import { expect, it } from 'vitest'
import { exportFileName } from './export-chat.ts'

it.each([
  ['What is a loom?', 'json', 'What-is-a-loom.json'],
  ['../../etc/passwd', 'markdown', 'etc-passwd.md'],
  ['Wie geht’s, Zoë?', 'markdown', 'Wie-geht-s-Zoë.md'],
  ['???', 'json', 'chat.json'],
  ['織機とは', 'json', '織機とは.json'],
] as const)('names the file of %j (%s)', (title, format, name) => {
  expect(exportFileName({ title, format })).toBe(name)
})
