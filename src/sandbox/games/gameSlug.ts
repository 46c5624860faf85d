import { z } from 'zod';
import { findGame, findGameById } from './findGame';
import type { Service } from './game';

/** The slug of a game that has the service. */
export const gameSlug = (service: Service) =>
  z.string().refine((slug) => findGame(slug)?.services.includes(service), { params: { rule: 'selected' } });

/** The id of a game that has the service. */
export const gameId = (service: Service) =>
  z.int().refine((id) => findGameById(id)?.services.includes(service), { params: { rule: 'selected' } });
