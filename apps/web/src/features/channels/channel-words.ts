import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { Channel, ConnectedAccountState } from '@gridloom/contract/channels/connected-account'
import type { Tone } from '../../ui/components/status-badge.tsx'

export const stateWords: Record<ConnectedAccountState, { tone: Tone; word: string }> = {
  connected: { tone: 'good', word: 'Connected' },
  expired: { tone: 'warn', word: 'Expired' },
  revoked: { tone: 'bad', word: 'Access ended' },
}

/** What a user does to connect an account of a channel. */
export function howToConnect({ id, connects, asks, name }: Channel): string {
  if (id === 'telegram') return 'Put a code in the description of your public channel.'
  if (connects === 'proof') return 'Put a code in your page or feed. No account needed.'
  if (asks === 'server') return `Enter your server, and grant access there.`
  if (asks === 'handle') return `Enter your handle, and grant access at ${name}.`
  return `Grant access at ${name}.`
}

/** The label, hint and description of the field that a channel asks for. */
export const fieldWords = {
  server: {
    label: 'Server',
    hint: 'social.example',
    text: 'The server of your account. Your whole address, such as @ada@social.example, works too.',
  },
  handle: { label: 'Handle', hint: 'ada.example.com', text: 'Your handle, without a password.' },
} as const

/** What the field for the address of a page says. */
export function addressWords(id: ChannelId): { hint: string; text: string } {
  return id === 'telegram'
    ? { hint: 'https://t.me/your_channel', text: 'Of your public channel.' }
    : {
        hint: 'https://blog.example/about',
        text: 'Of your page or feed (RSS, Atom or JSON). What is below a page counts as yours too.',
      }
}

/** Where to end an access that the channel did not confirm. */
export function endItThere(channel: ChannelId, name: string): string {
  return channel === 'website'
    ? 'Remove the code from your page if you want.'
    : `${name} did not confirm the end of the access. Remove Gridloom in your settings there.`
}

/** Whether an address opens in a browser: never a script. */
export function isHttpAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '')
}
