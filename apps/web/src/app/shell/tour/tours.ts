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
        text: 'Benchmarks are measured and dated. Filters show what they remove.',
      },
      { title: 'Lock the price', text: 'The order shows one all-in price, valid for 60 seconds.' },
      { title: 'Connect', text: 'Open a terminal in the browser, or run gridloom shell.' },
      { title: 'Stop', text: 'Charges end within seconds. The receipt lists every one of them.' },
    ],
  },
  {
    name: 'render',
    path: '/render',
    title: 'Render a scene in four steps',
    steps: [
      {
        title: 'Drop a file',
        text: 'A .blend or a zip. It is read in the browser before the upload.',
      },
      { title: 'Test a frame', text: 'One frame gives you a preview and an estimate.' },
      { title: 'Set a budget', text: 'The job pauses before it would cost more.' },
      { title: 'Download', text: 'Frames appear as they finish: one by one, as a zip or a video.' },
    ],
  },
  {
    name: 'models',
    path: '/model-hub',
    title: 'Use a model in four steps',
    steps: [
      { title: 'Compare', text: 'Prices per million tokens, with measured speed and uptime.' },
      { title: 'Chat', text: 'Open a model and ask. Edit a prompt to try another branch.' },
      { title: 'Watch the cost', text: 'Below each answer: tokens, time, price and machine.' },
      { title: 'Use the API', text: 'Any OpenAI client works, with an API key of your account.' },
    ],
  },
  {
    name: 'provide',
    path: '/machines',
    title: 'Host a machine in four steps',
    steps: [
      { title: 'Add it', text: 'Run one command on the machine. No port is opened.' },
      {
        title: 'Let it measure',
        text: 'Its benchmarks run by themselves and are shown to renters.',
      },
      { title: 'Set prices', text: 'You choose them, and list or unlist the machine at any time.' },
      { title: 'Earn', text: 'Every second that is used is on your statement.' },
    ],
  },
]

/** Returns the tour that belongs to a page. */
export function tourOf(path: string): Tour | undefined {
  return tours.find((tour) => tour.path === path)
}
