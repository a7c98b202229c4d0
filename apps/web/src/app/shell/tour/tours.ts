import type { TourName } from '@gridloom/contract/accounts/tours'

interface TourStep {
  title: string
  text: string
}

/** A tour of one flow: shown above its first page until it is dismissed. */
export interface Tour {
  name: TourName
  /** The page on which it is shown. */
  path: string
  title: string
  steps: readonly [TourStep, TourStep, TourStep, TourStep]
}

const tours: readonly Tour[] = [
  {
    name: 'rent',
    path: '/instance',
    title: 'Rent a machine in four steps',
    steps: [
      {
        title: 'Compare',
        text: 'Offers show measured benchmarks. Filters show their impact.',
      },
      { title: 'Lock the price', text: 'The order shows one all-in price, valid for 60 seconds.' },
      { title: 'Connect', text: 'Open a terminal in the browser, or run gridloom shell.' },
      { title: 'Stop', text: 'Charges stop within seconds. The receipt lists every interval.' },
    ],
  },
  {
    name: 'render',
    path: '/render',
    title: 'Render a scene in four steps',
    steps: [
      {
        title: 'Drop a file',
        text: 'A .blend file or a zip. Your browser checks it before the upload.',
      },
      { title: 'Test a frame', text: 'One frame gives you a preview and an estimate.' },
      { title: 'Set a budget', text: 'The job pauses before exceeding it.' },
      { title: 'Download', text: 'Download frames as they finish, or all as a zip or video.' },
    ],
  },
  {
    name: 'models',
    path: '/model-hub',
    title: 'Use a model in four steps',
    steps: [
      { title: 'Compare', text: 'Prices per million tokens, with measured speed and uptime.' },
      { title: 'Chat', text: 'Send a prompt. Edit it to start a new branch.' },
      { title: 'Watch the cost', text: 'Below each answer: tokens, time, price and machine.' },
      { title: 'Use the API', text: 'Use any OpenAI client with one of your API keys.' },
    ],
  },
  {
    name: 'provide',
    path: '/machines',
    title: 'Host a machine in four steps',
    steps: [
      { title: 'Add machine', text: 'Run one command on it. No open port needed.' },
      {
        title: 'Benchmark',
        text: 'Benchmarks run automatically. Renters see the results.',
      },
      { title: 'Set prices', text: 'Set your prices, and list or unlist the machine at any time.' },
      { title: 'Earn', text: 'Your statement lists all charged usage.' },
    ],
  },
]

/** Returns the tour that belongs to a page. */
export function tourOf(path: string): Tour | undefined {
  return tours.find((tour) => tour.path === path)
}
