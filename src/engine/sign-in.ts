/** Signs a person at a terminal in to a team service, through the identity provider that the service trusts. */
export interface SignIn {
  begin(service: string, clientId: string): Promise<DeviceCode>;
}

export interface DeviceCode {
  /** What the person enters. */
  readonly userCode: string;
  /** Where the person enters it, in any browser. */
  readonly address: string;
  /** Waits for the person, and creates a personal access token at the service. */
  finish(token: { readonly label: string; readonly days: number }, signal: AbortSignal): Promise<PersonalToken>;
}

export interface PersonalToken {
  readonly secret: string;
  readonly role: string;
  readonly expires: string;
}
