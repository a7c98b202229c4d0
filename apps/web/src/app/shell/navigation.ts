import {
  type Icon,
  IconBook2,
  IconCreditCard,
  IconSearch,
  IconServer2,
  IconTerminal2,
  IconUser,
} from '@tabler/icons-react'

export interface NavigationEntry {
  to: '/instance' | '/instance/myinstance' | '/machines' | '/how-to-host' | '/account'
  search?: { section: string }
  text: string
  /** What is found there, for the palette. */
  hint: string
  icon: Icon
}

export interface NavigationGroup {
  title: string
  entries: readonly NavigationEntry[]
}

/** Everything the navigation leads to: only what works. */
export const navigationGroups: readonly NavigationGroup[] = [
  {
    title: 'Compute',
    entries: [
      { to: '/instance', text: 'Rent', hint: 'Offers to rent now', icon: IconSearch },
      {
        to: '/instance/myinstance',
        text: 'My instances',
        hint: 'What you rent, with logs, load and terminal',
        icon: IconTerminal2,
      },
    ],
  },
  {
    title: 'Host',
    entries: [
      {
        to: '/machines',
        text: 'Machines',
        hint: 'Machines you host and earn with',
        icon: IconServer2,
      },
      {
        to: '/how-to-host',
        text: 'Guides',
        hint: 'How to host on Ubuntu, Windows and macOS',
        icon: IconBook2,
      },
    ],
  },
  {
    title: 'Account',
    entries: [
      {
        to: '/account',
        search: { section: 'billing' },
        text: 'Billing',
        hint: 'Balance and every movement',
        icon: IconCreditCard,
      },
    ],
  },
]

/** What the account's menu leads to, for the palette. */
export const accountEntry: NavigationEntry = {
  to: '/account',
  text: 'Account',
  hint: 'Profile, password, ways in, sessions, keys, notifications, your data',
  icon: IconUser,
}
