/** The length of an IBAN by country, as the IBAN registry of SWIFT (ISO 13616) states it. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28
  EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26
  IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28
  NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25
  SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/**
 * Reads an IBAN as people write it, with or without spaces, and returns it in capitals without them. `undefined`: its
 * length is not the one of its country, or its check digits are wrong (ISO 7064, mod 97-10).
 */
export function readIban(text: string): string | undefined {
  const iban = text.replaceAll(/[\s\u00a0]/g, '').toUpperCase()
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(iban)) return undefined
  if (lengths[iban.slice(0, 2)] !== iban.length) return undefined
  return remainder(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : undefined
}

/** The country of an IBAN, as ISO 3166-1 codes it. */
export function ibanCountry(iban: string): string {
  return iban.slice(0, 2)
}

/** The country, the check digits and the last four characters: enough to know one's own account. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} … ${iban.slice(-4)}`
}

/** The remainder of the number in which letters stand for 10 to 35, divided by 97. */
function remainder(text: string): number {
  return [...text].reduce((rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97, 0)
}
