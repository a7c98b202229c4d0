import type { Role } from '@gridloom/contract/accounts/user-details'
import {
  type Icon,
  IconApps,
  IconArchive,
  IconBolt,
  IconBook2,
  IconBroadcast,
  IconBuilding,
  IconBuildingBank,
  IconCalendar,
  IconCalendarEvent,
  IconCamera,
  IconChartLine,
  IconCoin,
  IconCpu,
  IconCreditCard,
  IconDashboard,
  IconDatabase,
  IconDiscount2,
  IconFileInvoice,
  IconGauge,
  IconGift,
  IconHistory,
  IconLayoutGrid,
  IconMessageChatbot,
  IconMovie,
  IconPhotoVideo,
  IconScale,
  IconSearch,
  IconServer2,
  IconServerCog,
  IconSettings,
  IconShare,
  IconTargetArrow,
  IconTemplate,
  IconTerminal2,
  IconTicket,
  IconTool,
  IconTopologyStar3,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'

export interface NavigationEntry {
  to:
    | '/instance'
    | '/prices'
    | '/token'
    | '/instance/myinstance'
    | '/instance/reservations'
    | '/instance/auto-orders'
    | '/template'
    | '/appStore'
    | '/snapshots'
    | '/volumes'
    | '/backups'
    | '/clusters'
    | '/render'
    | '/render/listing'
    | '/model-hub'
    | '/dashboard'
    | '/dashboard/gpu-info'
    | '/machines'
    | '/how-to-host'
    | '/company'
    | '/rewards'
    | '/dashboard/affiliate'
    | '/mission-rewards'
    | '/ambassador/library'
    | '/ambassador/manage'
    | '/ambassador/calendar'
    | '/account'
    | OperatorPath
  search?: { section: string }
  text: string
  /** The description of the entry in the palette. */
  hint: string
  icon: Icon
}

type OperatorPath =
  | '/operator'
  | '/operator/users'
  | '/operator/access-codes'
  | '/operator/promo-codes'
  | '/operator/affiliates'
  | '/operator/missions'
  | '/operator/media'
  | '/operator/ledger-check'
  | '/operator/machines'
  | '/operator/apps'
  | '/operator/card-payments'
  | '/operator/invoices'
  | '/operator/payouts'
  | '/operator/maintenance'
  | '/operator/audit'
  | '/operator/settings'

export interface NavigationGroup {
  title: string
  entries: readonly NavigationEntry[]
}

/** Navigation for every user. */
const everybodysGroups: readonly NavigationGroup[] = [
  {
    title: 'Compute',
    entries: [
      { to: '/instance', text: 'Rent', hint: 'Machines available to rent', icon: IconSearch },
      {
        to: '/prices',
        text: 'Prices',
        hint: 'What hardware costs, and what it has cost',
        icon: IconChartLine,
      },
      {
        to: '/instance/myinstance',
        text: 'My instances',
        hint: 'Instances you rent, with logs, metrics and a terminal',
        icon: IconTerminal2,
      },
      {
        to: '/instance/reservations',
        text: 'Reservations',
        hint: 'Slots that you have paid for in advance',
        icon: IconCalendarEvent,
      },
      {
        to: '/instance/auto-orders',
        text: 'Automatic orders',
        hint: 'Searches that rent what matches, up to your price',
        icon: IconBolt,
      },
      {
        to: '/template',
        text: 'Templates',
        hint: 'Images with their settings, your own and public ones',
        icon: IconTemplate,
      },
      {
        to: '/appStore',
        text: 'Apps',
        hint: 'Programs that start with one click',
        icon: IconApps,
      },
      {
        to: '/snapshots',
        text: 'Snapshots',
        hint: 'Stored disks of instances',
        icon: IconCamera,
      },
      {
        to: '/volumes',
        text: 'Volumes',
        hint: 'Disks that outlive instances',
        icon: IconDatabase,
      },
      {
        to: '/backups',
        text: 'Backups',
        hint: 'Encrypted, on a schedule',
        icon: IconArchive,
      },
      {
        to: '/clusters',
        text: 'Clusters',
        hint: 'Instances with one private network',
        icon: IconTopologyStar3,
      },
    ],
  },
  {
    title: 'Create',
    entries: [
      {
        to: '/render',
        text: 'Render',
        hint: 'Upload and render a Blender file',
        icon: IconMovie,
      },
      {
        to: '/render/listing',
        text: 'Render jobs',
        hint: 'Frames, cost and progress of your renders',
        icon: IconLayoutGrid,
      },
      {
        to: '/model-hub',
        text: 'Model hub',
        hint: 'Chat with models or call them from your code',
        icon: IconMessageChatbot,
      },
    ],
  },
  {
    title: 'Host',
    entries: [
      {
        to: '/dashboard',
        text: 'Dashboard',
        hint: 'Earnings, spending and what needs attention',
        icon: IconDashboard,
      },
      {
        to: '/machines',
        text: 'Machines',
        hint: 'Machines you host',
        icon: IconServer2,
      },
      {
        to: '/dashboard/gpu-info',
        text: 'GPUs',
        hint: 'Live sensors and history of your GPUs, and all models on the market',
        icon: IconCpu,
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
        to: '/company',
        text: 'Company',
        hint: 'Members, balance and spending',
        icon: IconBuilding,
      },
      {
        to: '/account',
        search: { section: 'billing' },
        text: 'Billing',
        hint: 'Balance and transactions',
        icon: IconCreditCard,
      },
      {
        to: '/rewards',
        text: 'Rewards',
        hint: 'Rewards, promotions and service credits',
        icon: IconGift,
      },
    ],
  },
  {
    title: 'Grow',
    entries: [
      {
        to: '/dashboard/affiliate',
        text: 'Affiliate',
        hint: 'Your referral link, sign-ups and commission',
        icon: IconShare,
      },
    ],
  },
  {
    title: 'Ambassador',
    entries: [
      {
        to: '/mission-rewards',
        text: 'Missions',
        hint: 'Steps that are counted for you, and rewards for them',
        icon: IconTargetArrow,
      },
      {
        to: '/ambassador/calendar',
        text: 'Calendar',
        hint: 'Plan posts, and publish them to your accounts',
        icon: IconCalendar,
      },
      {
        to: '/ambassador/manage',
        text: 'Channels',
        hint: 'Accounts and pages on which you publish',
        icon: IconBroadcast,
      },
      {
        to: '/ambassador/library',
        text: 'Library',
        hint: 'Videos, pictures and texts for your posts',
        icon: IconPhotoVideo,
      },
    ],
  },
]

/** Navigation for the operator only. */
const operatorsGroup: NavigationGroup = {
  title: 'Admin',
  entries: [
    { to: '/operator', text: 'Overview', hint: 'The platform at a glance', icon: IconGauge },
    {
      to: '/operator/users',
      text: 'Users',
      hint: 'Find, suspend and restore users; give credit',
      icon: IconUsers,
    },
    {
      to: '/operator/access-codes',
      text: 'Access codes',
      hint: 'Codes that give access to the beta',
      icon: IconTicket,
    },
    {
      to: '/operator/promo-codes',
      text: 'Promo codes',
      hint: 'Codes that add promotional credit',
      icon: IconDiscount2,
    },
    {
      to: '/operator/affiliates',
      text: 'Affiliates',
      hint: 'Referrals under review, and the terms of commission',
      icon: IconShare,
    },
    {
      to: '/operator/missions',
      text: 'All missions',
      hint: 'Missions with their budgets, and claims under review',
      icon: IconTargetArrow,
    },
    {
      to: '/operator/media',
      text: 'Media library',
      hint: 'Upload, edit and publish media for posts',
      icon: IconPhotoVideo,
    },
    {
      to: '/operator/ledger-check',
      text: 'Ledger check',
      hint: 'Nightly check of all records of money',
      icon: IconScale,
    },
    {
      to: '/operator/machines',
      text: 'All machines',
      hint: 'Every machine and its owner',
      icon: IconServerCog,
    },
    {
      to: '/operator/apps',
      text: 'App store',
      hint: 'Add, order and hide apps',
      icon: IconApps,
    },
    {
      to: '/operator/card-payments',
      text: 'Card payments',
      hint: 'Disputes, refunds and payments under review',
      icon: IconCreditCard,
    },
    {
      to: '/operator/invoices',
      text: 'All invoices',
      hint: 'Issued documents, their numbers, and credit notes',
      icon: IconFileInvoice,
    },
    {
      to: '/operator/payouts',
      text: 'Payouts',
      hint: 'Approve payouts; what is held and owed',
      icon: IconBuildingBank,
    },
    {
      to: '/operator/maintenance',
      text: 'Maintenance',
      hint: 'Maintenance mode and announcements',
      icon: IconTool,
    },
    {
      to: '/operator/audit',
      text: 'Audit log',
      hint: 'Changes by all users',
      icon: IconHistory,
    },
    {
      to: '/operator/settings',
      text: 'Settings',
      hint: 'Welcome credit, platform fee and manual credit',
      icon: IconSettings,
    },
  ],
}

const tokens: NavigationEntry = {
  to: '/token',
  text: 'Tokens',
  hint: 'Supply, contracts, and what your wallet holds',
  icon: IconCoin,
}

/** Returns the navigation for a role; tokens only where the operator configured some. */
export function navigationFor(
  role: Role | undefined,
  { hasTokens }: { hasTokens: boolean },
): readonly NavigationGroup[] {
  const groups = everybodysGroups.map((group) =>
    hasTokens && group.title === 'Account'
      ? { ...group, entries: [...group.entries, tokens] }
      : group,
  )
  return role === 'operator' ? [...groups, operatorsGroup] : groups
}

/** The account page, for the palette. */
export const accountEntry: NavigationEntry = {
  to: '/account',
  text: 'Account',
  hint: 'Profile, password, sign-in methods, sessions, keys, notifications, your data',
  icon: IconUser,
}
