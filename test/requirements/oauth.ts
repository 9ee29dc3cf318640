export const OAUTH = {
  'S5.oauth': 'Authorization code with PKCE S256 and dynamic registration; tokens of an hour; rotation.',
  'S5.sign_in_page': 'On the sign-in page the person enters an e-mail, gets the same link, and is led back.',
  'C5.server_metadata': 'Server metadata (RFC 8414) names the addresses and what is supported, and no more.',
  'C5.resource_metadata': 'Protected-resource metadata for /mcp, /api/v1 and the site, each exact.',
  'C5.any_origin': 'Pages of any origin may ask the metadata and the token, registration and revocation.',
  'C5.registration': 'Registration answers as RFC 7591 does; unknown members are ignored, scope too.',
  'C5.auth_methods': 'Clients authenticate by none, client_secret_post or client_secret_basic.',
  'C5.redirect': 'Redirect addresses match exactly, save the port of a loopback address.',
  'C5.scopes':
    'OpenID scopes count as not asked; unknown ones are left out; none left is invalid_scope; none asked is all.',
  'C5.resource': 'A token is for the resource that was asked for, however it is written, or for both.',
  'C5.no_pkce': '/connect.md walks through the two ways that a custom GPT has, whose actions have no PKCE.',
  'C5.one_row':
    'A grant is one row in /tokens, one connection to limits and call log, however often it refreshes.',
  'C5.refresh': 'Refresh tokens rotate; for 30 s a used one gives the same successor again.',
  'C5.refresh_lost':
    'A used one gives it for 30 days, as long as nothing that came with the successor was presented.',
  'C5.refresh_shared':
    'A used one gives it to the network that last refreshed, for an hour, until the successor was used.',
  'C5.refresh_replay':
    'Later it is invalid_grant and, but for the network that last refreshed, ends the grant.',
  'C5.unused': 'A grant that is not used for 180 days ends; its tokens end by time alone.',
  'C5.revocation':
    'Revoking the access or the refresh token ends the grant at once, and so does DELETE /tokens/current.',
  'C5.sign_in': 'The page goes on by itself, without JavaScript, and leads back when asked again.',
  'C5.number': 'Approving needs the two-digit number of the page; the third wrong one denies.',
  'C5.start_over':
    'The person can start over with another address; after 30 minutes the page says what to do.',
  H2: 'The issuer is the address that the metadata is fetched under; S256 only; iss; the usual aliases answer.',
  H7: 'Redirect addresses are exact; registration refuses what is dangerous, is limited, and unused clients go after 30 days.',
  H8: 'PKCE with S256 is needed of every client; no scope asked is all four.',
  H9: 'One of twenty redemptions wins; one family of twenty refreshes lives on; later replays revoke.',
  H10: 'Consent every time, with host and unverified name; iss always; an unknown resource is invalid_target.',
  H11: 'Client metadata documents on private hosts are not fetched; size, time and redirects are bounded.',
  H12: 'The code goes only to the browser that holds the interaction; the approver gets no session of it.',
} as const;
