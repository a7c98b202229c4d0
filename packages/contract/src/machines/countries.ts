import { z } from 'zod'

const codes = (text: string) => text.split(' ')

/** The countries of ISO 3166-1 by continent; the continents as GeoNames abbreviates them. */
export const countriesByRegion = {
  AF: codes(
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  ),
  AN: codes('AQ BV GS HM TF'),
  AS: codes(
    'AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TM TR TW UZ VN YE',
  ),
  EU: codes(
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA',
  ),
  NA: codes(
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  ),
  OC: codes('AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TL TO TV UM VU WF WS'),
  SA: codes('AR BO BR CL CO EC FK GF GY PE PY SR UY VE'),
} as const
export type Region = keyof typeof countriesByRegion

/** The names of the regions, for users. */
export const regionNames = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
} as const satisfies Record<Region, string>

const regionOfCountry = new Map(
  Object.entries(countriesByRegion).flatMap(([region, countries]) =>
    countries.map((country) => [country, region] as const),
  ),
)

/** A country as its two letters in ISO 3166-1. */
export const CountryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be two capital letters, such as DE')
  .refine((code) => regionOfCountry.has(code), 'is not a country of ISO 3166-1')
  .meta({ examples: ['DE'] })
export type CountryCode = z.infer<typeof CountryCode>

/** Returns the region of a country; `null` for one that is unknown. */
export function regionOf(country: string): string | null {
  return regionOfCountry.get(country) ?? null
}
