/**
 * Returns the token of an `Authorization` header. The scheme must appear once, in any case. Source: RFC 6750, 2.1; RFC
 * 9110, 11.1.
 */
export function bearerIn(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
}
