import { recordedOn } from './recorded-on.ts'

/** The machine of the recordings, as the market showed it on that day. */
const facts = [
  { name: 'Processor', value: 'AMD EPYC', note: '2 slots of 1 thread and 11 GiB' },
  { name: 'CPU score', value: '2,373', note: 'measured by its agent' },
  { name: 'Download', value: '711 Mb/s', note: 'measured from this server' },
  { name: 'Price of a slot', value: '$0.042/h', note: 'set by its provider' },
] as const

/** Returns the card of a machine with its measured facts. */
export function machineMarkup(): string {
  const cells = facts.map(
    ({ name, value, note }) => `<div><dt>${name}</dt><dd>${value}<small>${note}</small></dd></div>`,
  )
  return `<div class="panel"><dl class="facts">${cells.join('')}</dl></div>`
}

export function machineCaption(recorded: { recorded_at: string }): string {
  return `<span>The machine behind all three recordings, as the market listed it. Recorded ${recordedOn(recorded)}.</span>`
}
