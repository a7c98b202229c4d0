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
} from '@tabler/icons-react'

export interface Section {
  id: SectionId
  word: string
  /** What is found there, under the page's title. */
  hint: string
  icon: Icon
}

const ids = [
  'profile',
  'password',
  'ways-in',
  'sessions',
  'ssh-keys',
  'keys',
  'notifications',
  'billing',
  'activity',
  'your-data',
] as const
export type SectionId = (typeof ids)[number]

const texts: Record<SectionId, Omit<Section, 'id'>> = {
  profile: { word: 'Profile', hint: 'Who you are to others here.', icon: IconUser },
  password: { word: 'Password', hint: 'What you sign in with.', icon: IconLock },
  'ways-in': {
    word: 'Ways in',
    hint: 'Passkeys and sign-in providers, beside your password.',
    icon: IconFingerprint,
  },
  sessions: { word: 'Sessions', hint: 'Where you are signed in.', icon: IconDevices },
  'ssh-keys': { word: 'SSH keys', hint: 'What opens a shell in your instances.', icon: IconKey },
  keys: {
    word: 'API keys',
    hint: 'What scripts and programs sign in with, each within its limits.',
    icon: IconCode,
  },
  notifications: { word: 'Notifications', hint: 'What you are told by mail.', icon: IconBell },
  billing: {
    word: 'Billing',
    hint: 'Your balance and every movement of it, in double entry.',
    icon: IconCreditCard,
  },
  activity: {
    word: 'Activity',
    hint: 'What was done with your account, by whom and from where.',
    icon: IconHistory,
  },
  'your-data': {
    word: 'Your data',
    hint: 'Take everything with you, or delete the account.',
    icon: IconDatabaseExport,
  },
}

/** The account's sections, in the order in which they are listed. */
export const sections: readonly Section[] = ids.map((id) => ({ id, ...texts[id] }))

/** What the address of the page may hold. */
export interface AccountSearch {
  section?: string | undefined
  /** A sign-in provider that was just connected. */
  connected?: string | undefined
  /** Why connecting one led nowhere. */
  problem?: string | undefined
}

/** The section that an address asks for; coming back from a sign-in provider leads to the ways in. */
export function sectionOf({ section, connected, problem }: AccountSearch): SectionId {
  const asked = ids.find((id) => id === section)
  if (asked !== undefined) return asked
  return connected !== undefined || problem !== undefined ? 'ways-in' : 'profile'
}

/** The address's part that leads to a section. */
export function searchFor(id: SectionId): AccountSearch {
  return id === 'profile' ? {} : { section: id }
}
