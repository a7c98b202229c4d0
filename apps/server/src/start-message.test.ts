import { expect, it } from 'vitest'
import { startMessage } from './start-message.ts'

it('shows the address and the credentials created at the first start', () => {
  const text = startMessage('http://localhost:3000', {
    operator: { email: 'operator@gridloom.local', generatedPassword: 'abcd-efgh' },
    accessCode: 'grid-1234',
  })
  expect(text).toMatchInlineSnapshot(`
    "
      Gridloom is running at http://localhost:3000

      Sign in as the operator (shown only once, so save it now):
        email         operator@gridloom.local
        password      abcd-efgh
        access code   grid-1234

    "
  `)
})

it('shows only the address when nothing was created', () => {
  expect(startMessage('http://localhost:3000', {})).toMatchInlineSnapshot(`
    "
      Gridloom is running at http://localhost:3000

    "
  `)
})

it('does not repeat a configured password', () => {
  const text = startMessage('http://localhost:3000', { operator: { email: 'a@example.com' } })
  expect(text).toContain('a@example.com')
  expect(text).not.toContain('password')
})
