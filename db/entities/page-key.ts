import { Column, Entity } from 'typeorm';
import { Instant, TeamKey } from '../columns.js';

/** The secret by which a team's links to pages, and sessions on them, are signed. */
@Entity('page_keys')
export class PageKey {
  @TeamKey() teamId!: string;
  @Column('text') secret!: string;
  @Instant({ default: () => 'now()' }) madeAt!: Date;
}
