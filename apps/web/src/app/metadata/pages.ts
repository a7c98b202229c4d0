import { product } from '@gridloom/contract/core/product'

/** Metadata of a page for browsers, search engines and link previews; specification, section 3. */
export interface PageMetadata {
  name: string
  description: string
  /** Absolute, without query or fragment. */
  url: string
  icons: string
}

interface PageWords {
  name: string
  description: string
}

/** Metadata of every page by path. A path without an entry uses the longest prefix that has one. */
const pages: Readonly<Record<string, PageWords>> = {
  '/onboarding': { name: 'Welcome', description: `${product.name}: ${product.description}.` },
  '/welcome': {
    name: 'Set up',
    description: 'The setup checklist of your account.',
  },
  '/verify': { name: 'Verify', description: 'Complete a sign-in or verify an email address.' },
  '/subreddit-error': {
    name: 'Subreddit not connected',
    description: 'Why a Reddit channel could not be connected, and how to try again.',
  },
  '/terms-and-conditions': {
    name: 'Terms and conditions',
    description: `The terms of use of ${product.name} during the beta.`,
  },
  '/blog': { name: 'Blog', description: `Announcements and release notes of ${product.name}.` },
  '/blog/release-notes': {
    name: 'Release notes',
    description: 'What changed for users and API clients.',
  },
  '/extension': {
    name: 'Browser extension',
    description: 'What the site does for a browser extension.',
  },
  '/instance': {
    name: 'Rent',
    description: 'Machines available to rent, with measured hardware and an all-in price per hour.',
  },
  '/instance/myinstance': {
    name: 'My instances',
    description: 'The instances you rent: status, cost, logs, metrics and a terminal.',
  },
  '/token': {
    name: 'Tokens',
    description: 'The tokens of this installation, and what your wallet holds of them.',
  },
  '/template': {
    name: 'Templates',
    description: 'Images with their settings: your own, public and predefined ones.',
  },
  '/template/new': {
    name: 'New template',
    description: 'An image with its start script, ports, environment and needs.',
  },
  '/template/view': {
    name: 'Template',
    description: 'What a template runs and needs, and how often it started.',
  },
  '/appStore': {
    name: 'Apps',
    description: 'Programs that start with one click, with prices and measured start times.',
  },
  '/render': {
    name: 'Render',
    description: 'Upload a Blender file and render it on many machines.',
  },
  '/render/listing': {
    name: 'Render jobs',
    description: 'The status, progress, cost and pictures of your render jobs.',
  },
  '/render/config': {
    name: 'Configure a render',
    description: 'Frames, resolution, engine, machines, a test frame and a budget.',
  },
  '/render/process': {
    name: 'Rendering',
    description: 'The frames, machines and cost of a render job, live.',
  },
  '/model-hub': {
    name: 'Model hub',
    description: 'Language models with prices and measured speed, ready to chat.',
  },
  '/model-hub/shared': { name: 'Shared chat', description: 'A read-only copy of a chat.' },
  '/prices': {
    name: 'Prices',
    description: 'What GPUs and CPUs cost by the hour, and what they have cost.',
  },
  '/dashboard': {
    name: 'Dashboard',
    description: 'Earnings, spending and what needs attention, at a glance.',
  },
  '/dashboard/gpu-info': {
    name: 'GPUs',
    description: 'Models of GPUs on the market with prices now, and the sensors of your own.',
  },
  '/machines': { name: 'Machines', description: 'The machines you host and their earnings.' },
  '/account': { name: 'Account', description: 'Profile, sign-in methods, keys and billing.' },
  '/company': { name: 'Company', description: 'Members, keys and spending of a company.' },
  '/how-to-host': {
    name: 'Host on Ubuntu',
    description: 'Set up an Ubuntu machine with one command.',
  },
  '/how-to-host/windows': {
    name: 'Host on Windows',
    description: 'Set up a Windows machine with one command.',
  },
  '/how-to-host/mac': {
    name: 'Host on macOS',
    description: 'Set up a Mac with one command.',
  },
  '/operator': {
    name: 'Admin',
    description: 'Users, access codes, machines, maintenance and settings.',
  },
}

const unnamed: PageWords = { name: product.name, description: product.description }

/** Returns the metadata of a path: its own, else that of its nearest parent. */
export function metadataFor(path: string, origin: string): PageMetadata {
  const words = nearest(path.replace(/\/+$/, ''))
  return { ...words, url: `${origin}${path}`, icons: '/favicon.svg' }
}

function nearest(path: string): PageWords {
  const own = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (own) return own
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  return above === path || above === '' ? unnamed : nearest(above)
}

/** Returns the title of the browser tab. */
export function tabTitle(name: string): string {
  return name === product.name ? name : `${name} · ${product.name}`
}
