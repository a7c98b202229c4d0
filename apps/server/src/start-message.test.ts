import { expect, it } from 'vitest'
import { startMessage } from './start-message.ts'

it('shows what was made at the first start, and where', () => {
  const text = startMessage('http://localhost:3000', {
    operator: { email: 'operator@gridloom.local', generatedPassword: 'abcd-efgh' },
    accessCode: 'grid-1234',
  })
  expect(text).toMatchInlineSnapshot(`
    "
      Gridloom is running at http://localhost:3000

      The operator signs in with (shown this once, so keep it):
        e-mail        operator@gridloom.local
        password      abcd-efgh
        access code   grid-1234

    "
  `)
})

it('says only where it runs when nothing was made', () => {
  expect(startMessage('http://localhost:3000', {})).toMatchInlineSnapshot(`
    "
      Gridloom is running at http://localhost:3000

    "
  `)
})

it('does not repeat a password that was given', () => {
  const text = startMessage('http://localhost:3000', { operator: { email: 'a@example.com' } })
  expect(text).toContain('a@example.com')
  expect(text).not.toContain('password')
})
