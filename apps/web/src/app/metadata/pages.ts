import { product } from '@gridloom/contract/core/product'

/** What a page says of itself to browsers, search engines and whoever shares it; specification, section 3. */
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

/** One place for what every page is called. A path that begins with another takes its words. */
const pages: Readonly<Record<string, PageWords>> = {
  '/onboarding': { name: 'Welcome', description: `${product.name}: ${product.description}.` },
  '/welcome': {
    name: 'Set up',
    description: 'What is ready in your account, and what is missing.',
  },
  '/verify': { name: 'Verify', description: 'Finishing a sign-in or verifying an address.' },
  '/subreddit-error': {
    name: 'Subreddit not connected',
    description: 'Why a Reddit channel could not be connected, and how to try again.',
  },
  '/terms-and-conditions': {
    name: 'Terms and conditions',
    description: `The terms under which ${product.name} is used while it is a beta.`,
  },
  '/instance': {
    name: 'Rent',
    description: 'Machines for rent now, with measured hardware and an all-in price per hour.',
  },
  '/instance/myinstance': {
    name: 'My instances',
    description: 'What you rent: state, cost, logs, load and a terminal.',
  },
  '/render': {
    name: 'Render',
    description: 'Blender files to finished frames on other people’s machines.',
  },
  '/render/listing': {
    name: 'Render jobs',
    description: 'What you render: state, progress, cost and pictures.',
  },
  '/render/config': {
    name: 'Configure a render',
    description: 'Frames, resolution, engine, machines, a test frame and a budget.',
  },
  '/render/process': {
    name: 'Rendering',
    description: 'Frames as they come, the machines that make them, and what they cost.',
  },
  '/model-hub': {
    name: 'Model hub',
    description:
      'Models on other people’s machines, with prices and measured speed; chat with one.',
  },
  '/model-hub/shared': { name: 'Shared chat', description: 'A chat that somebody shared.' },
  '/machines': { name: 'Machines', description: 'The machines that you host, and what they earn.' },
  '/account': { name: 'Account', description: 'Profile, ways to sign in, keys and billing.' },
  '/company': { name: 'Company', description: 'Members, keys and spend of a company.' },
  '/how-to-host': {
    name: 'Host on Ubuntu',
    description: 'How an Ubuntu machine joins with one command, and what that does.',
  },
  '/how-to-host/windows': {
    name: 'Host on Windows',
    description: 'How a Windows machine joins with one command, and what that does.',
  },
  '/how-to-host/mac': {
    name: 'Host on macOS',
    description: 'How a Mac joins with one command, and what that does.',
  },
  '/operator': { name: 'Operator', description: 'Accounts, access codes, machines and notices.' },
}

const unnamed: PageWords = { name: product.name, description: product.description }

/** The metadata of a path: its own, else that of the nearest path above it. */
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

/** The title of the browser's tab. */
export function tabTitle(name: string): string {
  return name === product.name ? name : `${name} · ${product.name}`
}
