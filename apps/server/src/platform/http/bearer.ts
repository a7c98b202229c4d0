/**
 * The token of an `Authorization` header. The scheme is written once, in whatever case.
 * Source: RFC 6750, 2.1; RFC 9110, 11.1.
 */
export function bearerIn(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
}
