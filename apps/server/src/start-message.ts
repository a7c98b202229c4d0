import { product } from '@gridloom/contract/core/product'
import type { FirstStart } from './features/auth/index.ts'

/** The message printed once the server is up. Credentials created at the first start are shown only this once. */
export function startMessage(address: string, { operator, accessCode }: FirstStart): string {
  const made = [
    ...(operator === undefined ? [] : [['email', operator.email]]),
    ...(operator?.generatedPassword === undefined
      ? []
      : [['password', operator.generatedPassword]]),
    ...(accessCode === undefined ? [] : [['access code', accessCode]]),
  ]
  const lines = made.map(([name = '', value = '']) => `    ${name.padEnd(12)}  ${value}`)
  const block =
    lines.length === 0
      ? []
      : ['', '  Sign in as the operator (shown only once, so save it now):', ...lines]
  return ['', `  ${product.name} is running at ${address}`, ...block, '', ''].join('\n')
}
