import { usualRenderMicroUsdPerHour } from '@gridloom/contract/core/constants'
import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { RenderEstimate } from '@gridloom/contract/rendering/job'
import { formatUsd } from '../money-format.ts'
import { framePrice } from './frame-price.ts'

/** A machine that fits the job and is online now. */
export interface EstimatedMachine {
  readonly score: number
  readonly microUsdPerReferenceHour: MicroUsdPerHour
}

/** The facts that an estimate is based on. */
export interface EstimateSituation {
  readonly frames: number
  /** Done or failed: no more is paid for these. */
  readonly settled: number
  readonly chargedMicroUsd: MicroUsd
  /** The accepted pictures: their time on a reference machine, and their number. */
  readonly referenceMsSum: number
  readonly pictures: number
  /** Parts that each frame is rendered in. */
  readonly partsPerFrame: number
  readonly machines: readonly EstimatedMachine[]
}

/** The expected spread of one picture, and the minimum that is allowed for with many. */
const spreadOfOne = 0.4
const spreadMin = 0.05

/**
 * The expected cost and time of a whole job, its cost so far included: from its accepted pictures (the test frame is
 * one), or `null` before the first. `low` and `high` allow for frames that differ and for machines with different
 * prices.
 */
export function estimateJob(situation: EstimateSituation): RenderEstimate | null {
  const { frames, chargedMicroUsd, machines } = situation
  if (situation.pictures === 0) return null
  const msPerFrame = referenceMsPerFrame(situation)
  const left = Math.max(0, frames - situation.settled)
  const prices = pricesOf(machines)
  const spread = Math.max(spreadMin, spreadOfOne / Math.sqrt(situation.pictures))
  const all = (factor: number, price: MicroUsdPerHour) =>
    chargedMicroUsd + left * framePrice(Math.round(msPerFrame * factor), price)
  return {
    frames,
    reference_s_per_frame: msPerFrame / 1_000,
    micro_usd_per_frame: framePrice(msPerFrame, prices.usual),
    low_micro_usd: all(1 - spread, prices.lowest),
    expected_micro_usd: all(1, prices.usual),
    high_micro_usd: all(1 + spread, prices.highest),
    wall_s: wallS(left, msPerFrame, machines),
    machines: machines.length,
    reasons: reasonsOf({ situation, msPerFrame, spread, left, prices }),
  }
}

/** Seconds until this many frames are done, from the machines at work; `null` when none is, or nothing is known. */
export function etaS(
  left: number,
  msPerFrame: number | null,
  machines: readonly Pick<EstimatedMachine, 'score'>[],
): number | null {
  return msPerFrame === null ? null : wallS(left, msPerFrame, machines)
}

/** Whole milliseconds of one frame on a reference machine; requires at least one picture. */
export function referenceMsPerFrame(
  known: Pick<EstimateSituation, 'referenceMsSum' | 'pictures' | 'partsPerFrame'>,
): number {
  return Math.round((known.referenceMsSum / Math.max(1, known.pictures)) * known.partsPerFrame)
}

interface Prices {
  lowest: MicroUsdPerHour
  /** Weighted by speed: each machine will render that much of the job. */
  usual: MicroUsdPerHour
  highest: MicroUsdPerHour
}

function pricesOf(machines: readonly EstimatedMachine[]): Prices {
  if (machines.length === 0) {
    const usual = usualRenderMicroUsdPerHour
    return { lowest: usual, usual, highest: usual }
  }
  const prices = machines.map((machine) => machine.microUsdPerReferenceHour)
  const weighed = machines.reduce((sum, one) => sum + one.score * one.microUsdPerReferenceHour, 0)
  return {
    lowest: least(prices),
    usual: Math.round(weighed / scoreOf(machines)),
    highest: -least(prices.map((price) => -price)),
  }
}

function wallS(
  left: number,
  msPerFrame: number,
  machines: readonly Pick<EstimatedMachine, 'score'>[],
): number | null {
  if (machines.length === 0) return null
  if (left === 0) return 0
  const fastest = -least(machines.map(({ score }) => -score))
  const shared = (left * msPerFrame) / scoreOf(machines)
  // However many machines there are, a frame takes at least its time on the fastest.
  return Math.ceil(Math.max(shared, msPerFrame / fastest) / 1_000)
}

interface Reckoned {
  situation: EstimateSituation
  msPerFrame: number
  spread: number
  left: number
  prices: Prices
}

function reasonsOf({ situation, msPerFrame, spread, left, prices }: Reckoned): string[] {
  const { pictures, machines, partsPerFrame } = situation
  const rendered = `${pictures} rendered ${partsPerFrame === 1 ? 'frame' : 'frame part'}${pictures === 1 ? '' : 's'}`
  const percent = Math.round(spread * 100)
  return [
    `Based on ${rendered}: ${secondsText(msPerFrame)} per frame on a reference machine.`,
    priceReason(machines, prices),
    'You pay for reference time: a slower machine takes longer but does not cost more.',
    ...(left > 0
      ? [`The range allows for frames that take up to ${percent} % more or less time.`]
      : []),
  ]
}

function priceReason(machines: readonly EstimatedMachine[], prices: Prices): string {
  const usual = formatUsd(prices.usual)
  if (machines.length === 0)
    return `No suitable machine is online right now, so the usual price of ${usual} per reference hour is assumed.`
  const many = machines.length === 1 ? '1 suitable machine' : `${machines.length} suitable machines`
  const asked =
    prices.lowest === prices.highest
      ? formatUsd(prices.lowest)
      : `${formatUsd(prices.lowest)} to ${formatUsd(prices.highest)}`
  const speed = machines.length === 1 ? 'Speed' : 'Combined speed'
  return `${many} at ${asked} per reference hour. ${speed}: ${scoreText(machines)} × the reference machine.`
}

function secondsText(ms: number): string {
  return ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`
}

function scoreText(machines: readonly EstimatedMachine[]): string {
  return scoreOf(machines).toFixed(1)
}

function scoreOf(machines: readonly Pick<EstimatedMachine, 'score'>[]): number {
  return machines.reduce((sum, { score }) => sum + score, 0)
}

function least(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY)
}
