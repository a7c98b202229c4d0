import type { Area } from '@gridloom/contract/api'

/** Each area's name and description in the reference. */
const areaTexts: Record<Area, readonly [name: string, description: string]> = {
  auth: ['Sign-in', 'Registration, sign-in, sessions, sign-in methods and the captcha'],
  wallet: ['Wallet', 'Tokens, their balances, and the address that payouts go to'],
  payouts: [
    'Payouts',
    'Earnings that are payable, payouts to wallets, banks and by Stripe, and their approval',
  ],
  accounts: ['Account', 'Your profile, email notifications and access to the beta'],
  keys: ['Keys', 'API keys and public SSH keys'],
  companies: ['Companies', 'Companies, their members, keys and spending'],
  operator: ['Administration', 'Administration by the operator'],
  machines: ['Machines', 'Your machines and their enrolment'],
  monitoring: ['Monitoring', 'Load and sensors of machines and GPUs over time, and GPU alerts'],
  market: ['Market', 'Offers and quotes'],
  prices: ['Prices', 'Prices of hardware over time, as open data, and suggestions for machines'],
  templates: ['Templates', 'Templates for instances'],
  apps: ['Apps', 'The app store: apps, their launch, and machines that hold them ready'],
  instances: ['Instances', 'Rented containers: order, monitor, connect, stop'],
  autoOrders: ['Automatic orders', 'Searches that rent what matches, up to your price'],
  webhooks: ['Webhooks', 'URLs that receive events of your account, and their deliveries'],
  ports: ['Ports', 'Addresses of the ports of instances: who may open them, and links'],
  ssh: ['SSH', 'The SSH server inside an instance: its host key, and connections to it'],
  files: ['Files', 'Files of instances: folders, uploads, downloads'],
  snapshots: ['Snapshots', 'Snapshots of disks, instances that begin with one, and moves'],
  volumes: ['Volumes', 'Disks on one machine that outlive instances'],
  reservations: ['Reservations', 'Slots that are paid for in advance by the day, at a discount'],
  backups: ['Backups', 'Encrypted backups of files of instances, on a schedule, and restores'],
  clusters: ['Clusters', 'Instances with one private network, ordered all or none'],
  reputation: ['Trust', 'Trust scores of machines, their evidence, credits and reviews'],
  receipts: [
    'Receipts',
    'Receipts of instances, render jobs and chats as files; signed receipts and their published days',
  ],
  rendering: ['Rendering', 'Scenes, render jobs, their frames, and rendering on your machines'],
  models: ['Models', 'Language models, their prices, endpoints and measured performance'],
  chat: ['Chats', 'Chats with models and their answers'],
  openai: ['OpenAI API', 'The OpenAI-compatible API, with `/v1` of this server as its base URL'],
  ledger: ['Billing', 'Your balance and statement, to the micro-dollar'],
  budgets: ['Budgets', 'What an account spends, and may spend in a day, week or month'],
  deposits: [
    'Deposits',
    'Stablecoins and coins that are paid in on chains, and your addresses for them',
  ],
  promoCodes: ['Promo codes', 'Codes that add promotional credit, and their redemptions'],
  channels: ['Channels', 'Connected accounts of channels, such as Mastodon accounts and websites'],
  posts: ['Posts', 'Planned and published posts at your connected accounts, and your calendar'],
  affiliate: ['Affiliate', 'Referral links, their clicks and sign-ups, and commission'],
  missions: ['Missions', 'Missions, their progress, and the rewards for them'],
  tiers: ['Tiers', 'Tiers by points, what they give, and the leaderboard of each week'],
  media: [
    'Media library',
    'Videos, pictures and texts for posts, their files, and posts that use them',
  ],
  rewards: ['Rewards', 'What accounts get beyond rent, and claiming it'],
  invoices: ['Invoices', 'Invoices, self-billing statements, credit notes and billing details'],
  reconciliation: ['Ledger check', 'The nightly check of all records of money (operator)'],
  cards: ['Card payments', 'Credit by card, saved cards, refunds and automatic top-ups'],
  dashboard: ['Dashboard', 'Your account at a glance: what you host and what you spend'],
  audit: ['Audit log', 'What was changed, when and by whom'],
  privacy: ['Privacy', 'Data export and account deletion'],
  installers: ['Installers', 'Install scripts and agent bundles'],
  statistics: ['Statistics', 'Live totals of the installation, for anyone'],
  system: ['System', 'Server health, configuration, clients and live updates'],
}

/** The areas as tags of the document. */
export function areaTags(): { name: string; description: string }[] {
  return Object.values(areaTexts).map(([name, description]) => ({ name, description }))
}

/** The tag of an operation, such as `Market` of `market.search`. */
export function tagOf(operationId: string): string {
  const [area] = operationId.split('.')
  const [, texts] = Object.entries(areaTexts).find(([name]) => name === area) ?? []
  return texts?.[0] ?? operationId
}
