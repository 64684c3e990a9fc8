import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, TeamKey } from '../columns.js';

@Entity('teams')
export class Team {
  @TeamKey() teamId!: string;
  @Column('text') name!: string;
  @Column('integer', { nullable: true }) interviewsLeft!: number | null;
  @Column('integer', { nullable: true }) lowBalanceAt!: number | null;
  /** Version of the rules that the stored facts were computed with. */
  @Column('integer', { default: 0 }) factsVersion!: number;
  @Instant({ default: () => 'now()' }) createdAt!: Date;
}

export type KeyScope = 'read' | 'write';

@Entity('api_keys')
export class ApiKey {
  @TeamKey() teamId!: string;
  @Id() keyId!: string;
  @Column('text') name!: string;
  @Column('text') scope!: KeyScope;
  @Column('bytea') keyHash!: Buffer;
  @Instant({ default: () => 'now()' }) createdAt!: Date;
  @OptionalInstant() expiresAt!: Date | null;
  @OptionalInstant() revokedAt!: Date | null;
  @OptionalInstant() lastUsedAt!: Date | null;
}

/** The secret that signs a team's links to pages and the sessions on them. */
@Entity('page_keys')
export class PageKey {
  @TeamKey() teamId!: string;
  @Column('text') secret!: string;
  @Instant({ default: () => 'now()' }) madeAt!: Date;
}
