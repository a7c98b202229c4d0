import type { MissionId } from '@gridloom/contract/core/ids'
import { type MissionAudience, openAudience } from '@gridloom/contract/missions/audience'
import { NewMission, type OperatorMission } from '@gridloom/contract/missions/mission'
import { MissionFact, MissionStep, missionFacts } from '@gridloom/contract/missions/step'
import { stepSentence } from '@gridloom/domain/missions/step-sentence'
import { countryName } from '../../../shared/market/fact-text.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'
import { flowWords, pointsWords } from '../mission-words.ts'
import type { MissionTerms } from './operator-missions-api.ts'

/** A step as typed; money in dollars. */
export interface StepDraft {
  key: string
  fact: MissionFact
  at_least: Usd
  parameter: Usd
}

/** The form of a mission as typed. Times are UTC, as `2026-11-21T10:00`. */
export interface MissionDraft {
  title: string
  text: string
  match: 'all' | 'any'
  steps: StepDraft[]
  audience: MissionAudience
  after: MissionId[]
  starts: string
  ends: string
  repeat: 'once' | 'weekly'
  usd: Usd
  points: string | number
  claims_max: string | number
  holding_days: string | number
  order: string | number
}

export function newStep(key: string): StepDraft {
  return { key, fact: 'rented_hours', at_least: 1, parameter: '' }
}

export function newMissionDraft(): MissionDraft {
  return {
    ...{ title: '', text: '', match: 'all', steps: [newStep('0')], audience: openAudience },
    ...{ after: [], starts: '', ends: '', repeat: 'once', usd: '', claims_max: '' },
    ...{ points: 0, holding_days: 0, order: 100 },
  }
}

export function draftOfMission(mission: OperatorMission): MissionDraft {
  const { title, text, match, audience, after, repeat, claims_max, holding_days, order } = mission
  return {
    ...{ title, text, match, audience, after, repeat, claims_max, holding_days, order },
    steps: mission.steps.map((step, n) => ({
      key: String(n),
      fact: step.fact,
      at_least: isMoney(step.fact) ? usdOf(step.at_least) : step.at_least,
      parameter: draftParameter(step),
    })),
    starts: mission.starts_at.slice(0, 16),
    ends: mission.ends_at.slice(0, 16),
    usd: usdOf(mission.reward_micro_usd),
    points: mission.reward_points,
  }
}

const isMoney = (fact: MissionFact) => missionFacts[fact].unit === 'micro_usd'

function draftParameter({ fact, parameter }: MissionStep): Usd {
  if (parameter === null) return ''
  return missionFacts[fact].parameter === 'micro_usd' ? usdOf(parameter) : parameter
}

function readStep({ fact, at_least: typed, parameter }: StepDraft): MissionStep {
  const kind: 'micro_usd' | 'score' | null = missionFacts[fact].parameter
  return {
    fact,
    at_least: isMoney(fact) ? microUsdOf(typed) : Number(typed),
    parameter:
      kind === null ? null : kind === 'micro_usd' ? microUsdOf(parameter) : Number(parameter),
  }
}

/** Returns the problems by field; those of a step at `steps.N.at_least`. */
export function missionProblems(draft: MissionDraft): Record<string, string | null> {
  const { title, reward_micro_usd, reward_points, claims_max } = NewMission.shape
  const { holding_days, order } = NewMission.shape
  const isGood = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
    schema.safeParse(value).success
  return {
    title: isGood(title, draft.title) ? null : 'Enter a title of at most 80 characters',
    ...Object.fromEntries(
      draft.steps.map((step, n) => [
        `steps.${n}.at_least`,
        step.at_least !== '' && isGood(MissionStep, readStep(step))
          ? null
          : 'Enter a number above 0',
      ]),
    ),
    starts: timeProblem(draft.starts),
    ends: timeProblem(draft.ends) ?? (draft.ends > draft.starts ? null : 'Choose a later end'),
    usd: !isGood(reward_micro_usd, microUsdOf(draft.usd))
      ? 'Enter an amount up to $10,000'
      : microUsdOf(draft.usd) + Number(draft.points) > 0
        ? null
        : 'Enter an amount or points',
    points: isGood(reward_points, Number(draft.points)) ? null : 'Enter 0 to 100,000 points',
    claims_max: isGood(claims_max, Number(draft.claims_max))
      ? null
      : 'Enter a whole number above 0',
    holding_days: isGood(holding_days, Number(draft.holding_days)) ? null : 'Enter 0 to 90 days',
    order: isGood(order, Number(draft.order)) ? null : 'Enter 0 to 1,000',
  }
}

function timeProblem(typed: string): string | null {
  return /^\d{4}-\d\d-\d\dT\d\d:00$/.test(typed) ? null : 'Choose a full hour'
}

/** Converts the form to the contract's shape. */
export function readMissionDraft(draft: MissionDraft): MissionTerms {
  const { title, text, match, audience, after, repeat } = draft
  return {
    ...{ title: title.trim(), text: text.trim(), match, audience, after, repeat },
    steps: draft.steps.map(readStep),
    starts_at: `${draft.starts}:00.000Z`,
    ends_at: `${draft.ends}:00.000Z`,
    reward_micro_usd: microUsdOf(draft.usd),
    reward_points: Number(draft.points),
    claims_max: Number(draft.claims_max),
    holding_days: Number(draft.holding_days),
    order: Number(draft.order),
  }
}

/** `Rent instances for 2 hours, between … and … UTC: $5.00, 100 times, $500.00 held`. */
export function missionPreview(draft: MissionDraft): string {
  const terms = readMissionDraft(draft)
  const { steps, match, reward_micro_usd: reward, claims_max: times, repeat } = terms
  const { audience, reward_points: points } = terms
  const [first = '', ...others] = steps.map(stepSentence)
  const what = [first, ...others.map(lowered)].join(match === 'all' ? ', and ' : ', or ')
  const when = `between ${timeWords(draft.starts)} and ${timeWords(draft.ends)} UTC`
  const who = audienceWords(audience)
  const often = repeat === 'weekly' ? ', once a week each' : ''
  return `${what}, ${when}${who}${often}: ${rewardWords(reward, points)}, ${times.toLocaleString('en-US')} times, ${formatMoney(reward * times)} held`
}

/** `$5.00 and 50 points`, or one of them. */
export function rewardWords(microUsd: number, points: number): string {
  const parts = [
    ...(microUsd > 0 ? [formatMoney(microUsd)] : []),
    ...(points > 0 ? [pointsWords(points)] : []),
  ]
  return parts.length === 0 ? formatMoney(0) : parts.join(' and ')
}

/** `, for ambassadors who came to render or host machines, in Germany, from silver on`; empty: for everybody. */
function audienceWords({ who, flows, countries, tier_at_least: tier }: MissionAudience): string {
  const came = flows.map((flow) => flowWords[flow].toLowerCase()).join(' or ')
  const isWho = who === 'ambassadors' || flows.length > 0
  return [
    ...(isWho ? [`, for ${who === 'ambassadors' ? 'ambassadors' : 'accounts'}`] : []),
    ...(flows.length > 0 ? [` who came to ${came}`] : []),
    ...(countries.length > 0 ? [`, in ${countries.map(countryName).join(' or ')}`] : []),
    ...(tier === 'bronze' ? [] : [`, from ${tier} on`]),
  ].join('')
}

function lowered(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}

function timeWords(typed: string): string {
  return typed === '' ? '…' : typed.replace('T', ' ')
}

export const factChoices = MissionFact.options.map((value) => ({
  value,
  label: missionFacts[value].label,
}))
