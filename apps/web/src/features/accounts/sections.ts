import {
  type Icon,
  IconBell,
  IconCode,
  IconCreditCard,
  IconDatabaseExport,
  IconDevices,
  IconFingerprint,
  IconHistory,
  IconKey,
  IconLock,
  IconUser,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react'

export interface Section {
  id: SectionId
  word: string
  /** The text under the page's title. */
  hint: string
  icon: Icon
}

const ids = [
  'profile',
  'password',
  'sign-in-methods',
  'wallets',
  'sessions',
  'ssh-keys',
  'keys',
  'webhooks',
  'notifications',
  'billing',
  'activity',
  'your-data',
] as const
export type SectionId = (typeof ids)[number]

const texts: Record<SectionId, Omit<Section, 'id'>> = {
  profile: { word: 'Profile', hint: 'How others see you.', icon: IconUser },
  password: { word: 'Password', hint: 'Set or change your password.', icon: IconLock },
  'sign-in-methods': {
    word: 'Sign-in methods',
    hint: 'Passkeys and connected sign-in providers.',
    icon: IconFingerprint,
  },
  wallets: { word: 'Wallets', hint: 'Wallets that can sign you in.', icon: IconWallet },
  sessions: {
    word: 'Sessions',
    hint: 'Browsers and programs that are signed in.',
    icon: IconDevices,
  },
  'ssh-keys': {
    word: 'SSH keys',
    hint: 'Public keys for SSH access to your instances.',
    icon: IconKey,
  },
  keys: {
    word: 'API keys',
    hint: 'Keys for scripts and programs, each with its own limits.',
    icon: IconCode,
  },
  webhooks: {
    word: 'Webhooks',
    hint: 'Events of your account, sent to your own server.',
    icon: IconWebhook,
  },
  notifications: { word: 'Notifications', hint: 'Choose which emails you get.', icon: IconBell },
  billing: {
    word: 'Billing',
    hint: 'Your balance, bills and transactions.',
    icon: IconCreditCard,
  },
  activity: {
    word: 'Activity',
    hint: 'Recent activity in your account.',
    icon: IconHistory,
  },
  'your-data': {
    word: 'Your data',
    hint: 'Export your data or delete your account.',
    icon: IconDatabaseExport,
  },
}

/** The account's sections in the order of their links. */
export const sections: readonly Section[] = ids.map((id) => ({ id, ...texts[id] }))

/** The search parameters of the page's URL. */
export interface AccountSearch {
  section?: string | undefined
  /** The sign-in provider that was just connected. */
  connected?: string | undefined
  /** The code of the problem that connecting a provider ended with. */
  problem?: string | undefined
}

/** Returns the section that a URL asks for; the return from a sign-in provider opens the sign-in methods. */
export function sectionOf({ section, connected, problem }: AccountSearch): SectionId {
  const asked = ids.find((id) => id === section)
  if (asked !== undefined) return asked
  return connected !== undefined || problem !== undefined ? 'sign-in-methods' : 'profile'
}

/** Returns the search parameters of a section's URL. */
export function searchFor(id: SectionId): AccountSearch {
  return id === 'profile' ? {} : { section: id }
}
