import { isSafeAddress } from '@gridloom/domain/safe-address'
import { ChannelFailed } from '../driver.ts'

/**
 * Returns the server of an account, as its origin: `social.example`, `https://social.example/@ada`, `@ada@social.example`
 * and `ada@social.example` all name one. @throws ChannelFailed `refused`
 */
export function serverOf(input: string): URL {
  const trimmed = input.trim()
  const isAddress = trimmed.includes('/')
  const host = trimmed.slice(trimmed.lastIndexOf('@') + 1)
  const hasScheme = /^https?:\/\//i.test(trimmed)
  const isOther = !hasScheme && trimmed.includes('://')
  const address = hasScheme ? trimmed : `https://${isAddress ? trimmed : host}`
  const url = isOther ? null : URL.parse(address)
  const isServer = url !== null && url.username === '' && url.password === ''
  if (!isServer || !isSafeAddress(url.href))
    throw new ChannelFailed('refused', 'Enter the server of your account, such as social.example.')
  return new URL(url.origin)
}
